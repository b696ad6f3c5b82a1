package dev.sluice.cli.quarantine;

import dev.sluice.cli.Console;
import dev.sluice.cli.VersionText;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {"Shows what could not be stored as an update, and stores what was only too large.", ""})
public final class QuarantineCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private QuarantineCommand() {}

    public static CommandLine of(Console console) {
        return new CommandLine(new QuarantineCommand())
                .addSubcommand(new QuarantineListCommand(console))
                .addSubcommand(new QuarantineRetryCommand(console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
