package dev.sluice.cli.deadletters;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.RetryReport;
import dev.sluice.cli.TopicRecords;
import dev.sluice.cli.VersionText;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Writes the original bytes of dead letters to the topic they came from once more, with a header that says so "
                    + "(sluice_retried) and the time of the original. For what was wrong around them; bytes that are wrong "
                    + "themselves are refused, and want a new request.",
            "",
            "Prints a line for each: its origin, then retried, refused or missing, then where it stands now or why not. The "
                    + "dead letter stays; retrying a request twice makes one job.",
            ""
        },
        footer = {
            "",
            "Exit code: 0; 1 when one was refused or is missing.",
            "",
            "Examples:",
            "  sluice dead-letters retry outbound.requests/3/17",
            "  sluice dead-letters retry --all --reason misrouted"
        })
final class DeadLettersRetryCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "T/P/O",
            arity = "0..*",
            description = "The origins, topic/partition/offset, as 'sluice dead-letters list' shows them.")
    private List<String> origins = new ArrayList<>();

    @Option(names = "--all", description = "All that have the reason of --reason.")
    private boolean all;

    @Option(names = "--reason", paramLabel = "R", description = "The reason for --all.")
    private Optional<String> reason = Optional.empty();

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    DeadLettersRetryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (all != reason.isPresent() || all != origins.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "wants origins, T/P/O, or --all with --reason");
        }
        Settings settings = config.forOneAnswer(console);
        Set<RecordPlace> wanted = RetryReport.places(spec.commandLine(), origins, "origin like outbound.requests/3/17");
        try (Cluster cluster = Cluster.of(settings)) {
            // read before anything is written: a letter that fails again would come along
            List<DeadLetter> letters = new ArrayList<>();
            TopicRecords.read(cluster, Topics.DEAD_LETTERS, record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (all
                        ? reason.filter(letter.why().reason()::equals).isPresent()
                        : letter.why().origin().filter(wanted::contains).isPresent()) {
                    letters.add(letter);
                }
            });
            letters.forEach(letter -> letter.why().origin().ifPresent(wanted::remove));
            new RetryRun(new RetryReport(console, json.isOn(), "origin"), cluster).run(letters, wanted);
        }
        return ExitCode.OK.code();
    }
}
