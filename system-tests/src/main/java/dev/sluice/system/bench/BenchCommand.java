package dev.sluice.system.bench;

import dev.sluice.cli.RepositoryCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice bench}. */
@Command(
        name = "bench",
        description = "Measures Sluice on this machine, against bare comparators in the same run.",
        subcommands = {IngestBench.class, SendBench.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand implements RepositoryCommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
