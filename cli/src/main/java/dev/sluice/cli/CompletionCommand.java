package dev.sluice.cli;

import dev.sluice.runtime.lifecycle.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {"Prints a script that completes commands and options in a shell.", ""},
        footer = {
            "",
            "Put one of these into ~/.bashrc or ~/.zshrc:",
            "  source <(sluice completion bash)",
            "  source <(sluice completion zsh)"
        })
final class CompletionCommand implements Callable<Integer> {
    /** One script is for both: it sees in which of them it runs. */
    private static final List<String> SHELLS = List.of("bash", "zsh");

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SHELL",
            completionCandidates = Shells.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    private String shell;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!SHELLS.contains(shell)) {
            throw new ParameterException(
                    spec.commandLine(), "'" + shell + "' is not accepted; wants " + String.join(" or ", SHELLS));
        }
        CommandLine root = spec.root().commandLine();
        console.out().print(AutoComplete.bash(root.getCommandName(), root));
        return ExitCode.OK.code();
    }

    private static final class Shells extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Shells() {
            super(SHELLS);
        }
    }
}
