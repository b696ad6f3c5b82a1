package dev.sluice.system.send;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.Outcome.State;
import dev.sluice.system.bench.measure.MetricsPage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lag that a sender shows of its own groups: Kafka Streams' transactions leave markers behind, and they are no lag. */
class LagTest {

    @Test
    void withEverythingSentTheLagOfBothGroupsIsZero(@TempDir Path dir) throws Exception {
        try (SendStack stack = new SendStack(dir)) {
            RunningSender sender = stack.sender("only");
            try {
                // When
                long bot = stack.freshBot();
                for (int n = 0; n < 5; n++) {
                    stack.message(bot, "r" + n, n + 1);
                }
                for (int n = 0; n < 5; n++) {
                    stack.await(bot, "r" + n, State.SENT);
                }
                // Then
                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    Map<String, Double> lags = lags(sender.metrics());
                    assertEquals(
                            List.of(),
                            lags.entrySet().stream()
                                    .filter(lag -> lag.getValue() != 0)
                                    .toList());
                    assertEquals(4 * 12, lags.size(), "each partition of the four topics that are read");
                });
                assertEquals(2, sender.metrics().sum("sluice_lag_readable"), "both groups");
            } finally {
                sender.stop();
            }
        }
    }

    private static Map<String, Double> lags(MetricsPage page) {
        return page.series().entrySet().stream()
                .filter(series -> series.getKey().startsWith("kafka_consumergroup_lag{"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
