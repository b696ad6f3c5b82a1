package dev.sluice.cli;

import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Compares the topics with what Sluice wants, and changes nothing. Prints a line for each: its name, then ok, "
                    + "differs or missing, then what it has or how it differs.",
            "",
            "Exit code: 0, or 4 when a topic is missing or differs.",
            ""
        })
final class TopicsCheckCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConfigOption config;

    @Mixin
    private PartitionsOption partitions;

    @Mixin
    private JsonOption json;

    TopicsCheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        try (Cluster cluster = Cluster.of(settings)) {
            TopicRows.print(
                    console,
                    json.isOn(),
                    new TopicCatalogue(cluster).check(Topics.all(), partitions.byTopic()),
                    ExitCode.TOPICS);
            return ExitCode.OK.code();
        }
    }
}
