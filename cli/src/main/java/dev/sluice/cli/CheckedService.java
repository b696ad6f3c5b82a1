package dev.sluice.cli;

import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** A service that {@code sluice check} can look ahead for. */
enum CheckedService {
    INGEST(Topics.ownedByIngest(), KafkaNeeds::ofIngest),
    SEND(Topics.usedByOutbound(), KafkaNeeds::ofSend);

    private final List<TopicSpec> topics;
    private final Function<Cluster, KafkaNeeds> needs;

    CheckedService(List<TopicSpec> topics, Function<Cluster, KafkaNeeds> needs) {
        this.topics = topics;
        this.needs = needs;
    }

    /**
     * Those that are named, or all.
     *
     * @throws StartFailure (USAGE) when a name is none
     */
    static Set<CheckedService> of(List<String> words) {
        Set<CheckedService> found = EnumSet.noneOf(CheckedService.class);
        for (String word : words) {
            found.add(List.of(values()).stream()
                    .filter(service -> service.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst()
                    .orElseThrow(() -> new StartFailure(
                            ExitCode.USAGE, "--service", "'" + word + "' is not accepted; wants ingest or send")));
        }
        return found.isEmpty() ? EnumSet.allOf(CheckedService.class) : found;
    }

    List<TopicSpec> topics() {
        return topics;
    }

    KafkaNeeds needs(Cluster cluster) {
        return needs.apply(cluster);
    }
}
