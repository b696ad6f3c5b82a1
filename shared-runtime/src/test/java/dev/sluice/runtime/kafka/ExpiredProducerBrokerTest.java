package dev.sluice.runtime.kafka;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An idle week, in short (case D1): the broker forgets transactional ids that were not used for a second. */
@Timeout(120)
class ExpiredProducerBrokerTest extends BrokerTests {
    @Override
    Map<String, String> brokerProperties() {
        return Map.of(
                "transactional.id.expiration.ms", "1000",
                "transaction.remove.expired.transaction.cleanup.interval.ms", "200",
                "producer.id.expiration.ms", "1000",
                "producer.id.expiration.check.interval.ms", "200");
    }

    @Test
    void anIdThatExpiredIsRebuilt() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        String id = uniqueName("id");
        try (TransactionalWriter writer = writer(id)) {
            writer.init();
            writer.commit(records(partition, "before"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> admin().listTransactions().all().get().stream()
                            .noneMatch(t -> t.transactionalId().equals(id)));

            WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(records(partition, "lost")));

            assertEquals(Verdict.REBUILD, failure.verdict(), failure::getMessage);
        }
        try (TransactionalWriter rebuilt = writer(id)) {
            rebuilt.init();
            assertEquals(List.of("before"), read(partition));
            rebuilt.commit(records(partition, "after"));
        }
        assertEquals(List.of("before", "after"), read(partition));
    }
}
