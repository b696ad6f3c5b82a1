package dev.sluice.cli;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code local} and {@code bench}: there under the repository's {@code ./sluice}, a plain refusal elsewhere. */
final class RepositoryCommands {
    private static final List<String> NAMES = List.of("local", "bench");

    private RepositoryCommands() {}

    static void addTo(CommandLine root, ServiceLoader<RepositoryCommand> found) {
        found.forEach(command -> root.addSubcommand(new CommandLine(command)));
        for (String name : NAMES) {
            if (!root.getSubcommands().containsKey(name)) {
                root.addSubcommand(
                        name, new CommandLine(new Absent(name)).setUnmatchedOptionsArePositionalParams(true));
            }
        }
    }

    @Command(description = "Only in the repository: run it there as ./sluice.", mixinStandardHelpOptions = true)
    private static final class Absent implements Callable<Integer> {
        private final String name;

        @Parameters(hidden = true)
        private List<String> anything = List.of();

        Absent(String name) {
            this.name = name;
        }

        @Override
        public Integer call() {
            throw new StartFailure(
                    ExitCode.USAGE, name, "exists only under the repository's ./sluice, with its embedded broker");
        }
    }
}
