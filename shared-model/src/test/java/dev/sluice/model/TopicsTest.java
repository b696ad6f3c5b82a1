package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicsTest {

    @ParameterizedTest
    @CsvSource({
        "telegram.updates, 12, 'delete', 7, false",
        "telegram.checkpoints, 8, 'compact', , true",
        "telegram.ingest-events, 3, 'delete', 30, false",
        "telegram.quarantine, 3, 'delete', 30, false",
        "unifyport.events, 12, 'delete', 7, false",
        "unifyport.inbox, 3, 'delete', 1, false",
        "telegram.webhook-inbox, 3, 'delete', 1, false",
        "outbound.requests, 12, 'delete', 7, true",
        "outbound.commands, 12, 'delete', 7, true",
        "outbound.attempts, 12, 'delete', 1, true",
        "outbound.attempt-results, 12, 'delete', 1, true",
        "outbound.outcomes, 12, 'compact,delete', 30, true",
        "outbound.reviews, 12, 'compact', , true",
        "outbound.dead-letters, 12, 'delete', 30, false",
        "outbound.lanes, 12, 'compact', , true",
    })
    void listsTheContractsTopics(String name, int partitions, String policy, Integer days, boolean fixed) {
        TopicSpec topic = Topics.all().stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertEquals(partitions, topic.partitions());
        assertEquals(policy, topic.cleanup().policy());
        assertEquals(Optional.ofNullable(days).map(Duration::ofDays), topic.retention());
        assertEquals(fixed, topic.fixedPartitions());
    }

    @Test
    void listsNothingElseAndNothingTwice() {
        assertEquals(15, Topics.all().size());
        assertEquals(
                15,
                Topics.all().stream()
                        .map(TopicSpec::name)
                        .collect(Collectors.toSet())
                        .size());
    }

    @Test
    void knowsWhatIngestWrites() {
        assertEquals(
                List.of(Topics.UPDATES, Topics.CHECKPOINTS, Topics.INGEST_EVENTS, Topics.QUARANTINE),
                Topics.ownedByIngest());
    }

    @Test
    void countsOnTheBrokersTimeWhereTheGateAndTheDispatcherWrite() {
        for (TopicSpec topic : Topics.usedByOutbound()) {
            boolean writtenByOthers = topic == Topics.REQUESTS || topic == Topics.COMMANDS;
            assertEquals(
                    writtenByOthers ? null : "LogAppendTime",
                    topic.requiredConfig(3).get("message.timestamp.type"),
                    topic.name());
        }
    }

    @Test
    void requiresTwoReplicasInSyncUnlessThereIsOne() {
        assertEquals(
                Map.of(
                        "cleanup.policy", "delete",
                        "retention.ms", "604800000",
                        "max.message.bytes", "1048588",
                        "min.insync.replicas", "2"),
                Topics.UPDATES.requiredConfig(3));
        assertEquals("1", Topics.UPDATES.requiredConfig(1).get("min.insync.replicas"));
    }

    @Test
    void makesEachTopicWithSettingsThatKafkaKnows() {
        for (TopicSpec topic : Topics.all()) {
            Map<String, String> config = topic.config(3);
            assertTrue(config.entrySet().containsAll(topic.requiredConfig(3).entrySet()), topic.name());
            assertTrue(KNOWN.containsAll(config.keySet()), topic.name());
        }
    }

    /** A quoting record adds to the largest thing it quotes: at most a request of 512 KiB, twice over for its escapes. */
    @Test
    void leavesRoomToQuote() {
        int request = 512 * 1024;

        assertTrue(Topics.REQUESTS.maxMessageBytes() > request);
        for (TopicSpec quoting : List.of(
                Topics.ATTEMPTS,
                Topics.ATTEMPT_RESULTS,
                Topics.OUTCOMES,
                Topics.REVIEWS,
                Topics.DEAD_LETTERS,
                Topics.QUARANTINE)) {
            assertEquals(4 * 1024 * 1024, quoting.maxMessageBytes(), quoting.name());
        }
    }

    @Test
    void refusesARetentionWithoutDelete() {
        assertThrows(IllegalArgumentException.class, () -> spec(Cleanup.COMPACT, Optional.of(Duration.ofDays(1))));
        assertThrows(IllegalArgumentException.class, () -> spec(Cleanup.DELETE, Optional.empty()));
    }

    private static final List<String> KNOWN = List.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
            TopicConfig.RETENTION_MS_CONFIG,
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            TopicConfig.SEGMENT_MS_CONFIG,
            TopicConfig.SEGMENT_BYTES_CONFIG,
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG);

    private static TopicSpec spec(Cleanup cleanup, Optional<Duration> retention) {
        return new TopicSpec("t", 1, cleanup, retention, "o", "k", "v", false, 1, Map.of());
    }
}
