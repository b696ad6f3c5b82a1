package dev.sluice.runtime.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TopicRulesTest {
    private static final Map<String, String> UPDATES_CONFIG = Topics.UPDATES.requiredConfig(3);
    private static final Map<String, String> CHECKPOINTS_CONFIG = Topics.CHECKPOINTS.requiredConfig(3);

    @Test
    void whatTheCatalogueMakesIsAsItShouldBe() {
        for (TopicSpec spec : Topics.all()) {
            assertEquals(List.of(), differences(spec, spec.partitions(), 3, spec.config(3)), spec.name());
        }
    }

    @Test
    void aCountThatMustNeverChangeIsCompared() {
        assertEquals(List.of("9 partitions, wants 8"), differences(Topics.CHECKPOINTS, 9, 3, CHECKPOINTS_CONFIG));
        assertEquals(List.of(), differences(Topics.UPDATES, 24, 3, UPDATES_CONFIG));
    }

    @Test
    void aCountThatIsKnownOtherwiseCountsForEveryTopic() {
        TopicRules.Actual nine = new TopicRules.Actual(9, 3, CHECKPOINTS_CONFIG);
        TopicRules.Actual twelve = new TopicRules.Actual(12, 3, UPDATES_CONFIG);

        assertEquals(List.of(), TopicRules.differences(Topics.CHECKPOINTS, nine, OptionalInt.of(9), 3));
        assertEquals(
                List.of("12 partitions, wants 6"),
                TopicRules.differences(Topics.UPDATES, twelve, OptionalInt.of(6), 3));
    }

    @Test
    void whatIsSaferThanAskedIsFine() {
        assertEquals(
                List.of(),
                differences(
                        Topics.UPDATES,
                        12,
                        5,
                        with(UPDATES_CONFIG, Map.of("min.insync.replicas", "3", "max.message.bytes", "9999999"))));
    }

    @Test
    void whatIsLessThanAskedDiffers() {
        assertEquals(
                List.of(
                        "2 replicas, wants 3",
                        "cleanup.policy compact, wants delete",
                        "max.message.bytes 1000, wants 1048588",
                        "min.insync.replicas 1, wants 2",
                        "retention.ms 3600000, wants 604800000"),
                differences(
                        Topics.UPDATES,
                        12,
                        2,
                        Map.of(
                                "cleanup.policy", "compact",
                                "max.message.bytes", "1000",
                                "min.insync.replicas", "1",
                                "retention.ms", "3600000")));
    }

    @Test
    void aCleanupOfTwoWordsHasNoOrder() {
        Map<String, String> config = Topics.OUTCOMES.requiredConfig(3);

        assertEquals(
                List.of(),
                differences(
                        Topics.OUTCOMES,
                        Topics.OUTCOMES.partitions(),
                        3,
                        with(config, Map.of("cleanup.policy", "delete,compact"))));
    }

    private static List<String> differences(TopicSpec spec, int partitions, int replicas, Map<String, String> config) {
        return TopicRules.differences(
                spec, new TopicRules.Actual(partitions, replicas, config), OptionalInt.empty(), 3);
    }

    private static Map<String, String> with(Map<String, String> config, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(config);
        all.putAll(more);
        return all;
    }
}
