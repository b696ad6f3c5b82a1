package dev.sluice.cli.deadletters;

import dev.sluice.cli.Console;
import dev.sluice.cli.VersionText;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {"Shows the requests and commands that could not be taken, and tries them again.", ""})
public final class DeadLettersCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private DeadLettersCommand() {}

    public static CommandLine of(Console console) {
        return new CommandLine(new DeadLettersCommand())
                .addSubcommand(new DeadLettersListCommand(console))
                .addSubcommand(new DeadLettersRetryCommand(console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
