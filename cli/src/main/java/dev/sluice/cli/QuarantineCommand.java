package dev.sluice.cli;

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
        description = {"Shows what could not be stored as an update.", ""})
final class QuarantineCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    static CommandLine of(Console console) {
        return new CommandLine(new QuarantineCommand()).addSubcommand(new QuarantineListCommand(console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
