package dev.sluice.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {"Creates the topics that Sluice uses, or checks them.", ""})
final class TopicsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    static CommandLine of(Console console) {
        return new CommandLine(new TopicsCommand())
                .addSubcommand(new TopicsCreateCommand(console))
                .addSubcommand(new TopicsCheckCommand(console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
