package dev.sluice.cli.quarantine;

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
            "Stores updates that were larger than telegram.updates took, now that its max.message.bytes has been raised: byte for "
                    + "byte, under their key, with a header that says so (sluice_retried) and the time at which they were "
                    + "received. They stand behind later updates of their chat. What has no usable update_id is refused: "
                    + "there is no key for it.",
            "",
            "Prints a line for each: its place in quarantine, then retried, refused or missing, then where it stands now or "
                    + "why not. What is stored already is refused, so a second try stores nothing twice. The record in "
                    + "quarantine stays.",
            ""
        },
        footer = {
            "",
            "Exit code: 0; 1 when one was refused or is missing.",
            "",
            "Examples:",
            "  sluice quarantine retry telegram.quarantine/1/17",
            "  sluice quarantine retry --all"
        })
final class QuarantineRetryCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "T/P/O",
            arity = "0..*",
            description = "The places, topic/partition/offset, as 'sluice quarantine list' shows them (stands_at).")
    private List<String> places = new ArrayList<>();

    @Option(names = "--all", description = "All updates that were too large.")
    private boolean all;

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    QuarantineRetryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (all != places.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "wants places, T/P/O, or --all");
        }
        Settings settings = config.forOneAnswer(console);
        Set<RecordPlace> wanted = RetryReport.places(spec.commandLine(), places, "place like telegram.quarantine/1/17");
        try (Cluster cluster = Cluster.of(settings)) {
            // the bytes of an update lie in the records behind these, and are read one update at a time
            List<Quarantined> records = new ArrayList<>();
            TopicRecords.read(cluster, Topics.QUARANTINE, found -> {
                Quarantined record = Quarantined.of(found);
                if (all ? record.isTooLargeUpdate() : wanted.remove(record.place())) {
                    records.add(record);
                }
            });
            new RetryRun(new RetryReport(console, json.isOn(), "stands_at"), cluster).run(records, wanted);
        }
        return ExitCode.OK.code();
    }
}
