package dev.sluice.cli;

import dev.sluice.runtime.kafka.TopicState;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Creates the topics that are missing and alters none that exists. Prints a line for each: its name, then "
                    + "created, ok or differs, then what it has or how it differs.",
            "",
            "Exit code: 0, or 1 when a topic differs from what Sluice wants.",
            ""
        })
final class TopicsCreateCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConfigOption config;

    @Mixin
    private PartitionsOption partitions;

    @Mixin
    private JsonOption json;

    @Option(names = "--dry-run", description = "Say what would be created, and only that.")
    private boolean dryRun;

    TopicsCreateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        try (Cluster cluster = Cluster.of(settings)) {
            List<TopicState> states = new TopicCatalogue(cluster).create(partitions.byTopic(), dryRun, Instant.now());
            TopicRows.print(console, json.isOn(), states, ExitCode.CHECK_FAILED);
            return ExitCode.OK.code();
        }
    }
}
