package dev.sluice.runtime.kafka;

import dev.sluice.model.TopicSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** What an existing topic must have. Pure. */
final class TopicRules {
    private TopicRules() {}

    /** A topic as Kafka describes it: its partitions, the replicas of the one that has fewest, and its settings. */
    record Actual(int partitions, int replicas, Map<String, String> config) {}

    /**
     * How {@code actual} is not what the catalogue wants; empty when nothing matters. More copies, more minimum replicas and
     * larger messages than asked are fine; another retention or clean-up is not.
     *
     * @param count the partition count it must have, when that is known otherwise; without one, only a topic whose count
     *     must never change is held to the catalogue's
     */
    static List<String> differences(TopicSpec spec, Actual actual, OptionalInt count, int replicationFactor) {
        List<String> found = new ArrayList<>();
        int partitions = count.orElse(spec.partitions());
        if ((count.isPresent() || spec.fixedPartitions()) && actual.partitions() != partitions) {
            found.add(actual.partitions() + " partitions, wants " + partitions);
        }
        if (actual.replicas() < replicationFactor) {
            found.add(actual.replicas() + " replicas, wants " + replicationFactor);
        }
        spec.requiredConfig(replicationFactor).forEach((key, wanted) -> {
            String has = actual.config().getOrDefault(key, "not set");
            if (!suffices(key, has, wanted)) {
                found.add(key + " " + has + ", wants " + wanted);
            }
        });
        return found;
    }

    private static boolean suffices(String key, String has, String wanted) {
        return switch (key) {
            case "cleanup.policy" -> words(has).equals(words(wanted));
            case "min.insync.replicas", "max.message.bytes" -> Long.parseLong(has) >= Long.parseLong(wanted);
            default -> has.equals(wanted);
        };
    }

    private static Set<String> words(String list) {
        return new HashSet<>(Arrays.asList(list.split(",", -1)));
    }
}
