package dev.sluice.model;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One topic of the catalogue: what {@code sluice topics create} makes, what every service checks at its start, and what
 * {@code docs/topics.md} says.
 *
 * @param name the name without prefix
 * @param partitions the partition count it is made with unless an operator asks for another
 * @param cleanup how old records go
 * @param retention how long records stay; empty for a topic that is only compacted
 * @param owner who writes it, in one or two words
 * @param key what the record key holds
 * @param value what the record value holds
 * @param fixedPartitions whether the count must never change once the topic exists, because a key that moves to another
 *     partition would be owned, ordered or compacted twice
 * @param maxMessageBytes the topic's {@code max.message.bytes}: the largest record batch, in bytes, with its overhead
 * @param extraConfig further topic settings it is made with. They are good defaults, not conditions: a check of existing
 *     topics does not compare them, but for {@link #TIMESTAMP_TYPE}
 */
public record TopicSpec(
        String name,
        int partitions,
        Cleanup cleanup,
        Optional<Duration> retention,
        String owner,
        String key,
        String value,
        boolean fixedPartitions,
        int maxMessageBytes,
        Map<String, String> extraConfig) {

    /** Whose time a record has. Where it is named, a broker's is counted on. */
    static final String TIMESTAMP_TYPE = "message.timestamp.type";

    public TopicSpec {
        if (partitions < 1 || maxMessageBytes < 1) {
            throw new IllegalArgumentException(name + ": partitions and maxMessageBytes must be positive");
        }
        if (retention.isPresent() == (cleanup == Cleanup.COMPACT)) {
            throw new IllegalArgumentException(name + ": a retention goes with delete, and only with delete");
        }
        extraConfig = Map.copyOf(extraConfig);
    }

    /**
     * The settings that decide whether records survive and fit: {@code cleanup.policy}, {@code max.message.bytes},
     * {@code min.insync.replicas} (2, but 1 when there is one replica), where records expire, {@code retention.ms}, and where
     * it is counted on, whose time they have.
     *
     * @param replicationFactor how many replicas the topic has
     */
    public Map<String, String> requiredConfig(int replicationFactor) {
        Map<String, String> config = new TreeMap<>();
        config.put("cleanup.policy", cleanup.policy());
        config.put("max.message.bytes", Integer.toString(maxMessageBytes));
        config.put("min.insync.replicas", replicationFactor == 1 ? "1" : "2");
        retention.ifPresent(kept -> config.put("retention.ms", Long.toString(kept.toMillis())));
        if (extraConfig.containsKey(TIMESTAMP_TYPE)) {
            config.put(TIMESTAMP_TYPE, extraConfig.get(TIMESTAMP_TYPE));
        }
        return config;
    }

    /** Everything the topic is made with: {@link #requiredConfig} and {@link #extraConfig}. */
    public Map<String, String> config(int replicationFactor) {
        Map<String, String> config = new TreeMap<>(extraConfig);
        config.putAll(requiredConfig(replicationFactor));
        return config;
    }
}
