package dev.sluice.cli;

import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** {@code --partitions T=N}: partition counts that are wanted in the place of the catalogue's. */
final class PartitionsOption {
    @Option(
            names = "--partitions",
            paramLabel = "TOPIC=N",
            description = "Want this many partitions for a topic, named without prefix; may be repeated.")
    private Map<String, Integer> counts = new TreeMap<>();

    /**
     * The counts by catalogue name.
     *
     * @throws StartFailure (USAGE) when a topic is not in the catalogue or a count is not positive
     */
    Map<String, Integer> byTopic() {
        counts.forEach((topic, count) -> {
            if (Topics.all().stream().map(TopicSpec::name).noneMatch(topic::equals)) {
                throw refused("'" + topic + "' is no topic of Sluice; wants a name of docs/topics.md, without prefix");
            }
            if (count < 1) {
                throw refused(topic + "=" + count + " is not accepted; wants 1 or more");
            }
        });
        return counts;
    }

    private static StartFailure refused(String problem) {
        return new StartFailure(ExitCode.USAGE, "--partitions", problem);
    }
}
