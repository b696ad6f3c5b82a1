package dev.sluice.runtime.kafka;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.kafka.TransactionErrorPolicy.Phase;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@Tag("R32")
@Tag("R35")
class TransactionalWriterBrokerTest extends BrokerTests {
    @Test
    void whatIsCommittedIsVisibleWhereItSays() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        try (TransactionalWriter writer = writer(uniqueName("id"))) {
            writer.init();

            var first = writer.commit(records(partition, "a", "b"));
            var second = writer.commit(records(partition, "c"));

            assertEquals(List.of(0L, 1L), first.stream().map(m -> m.offset()).toList());
            assertEquals(3, second.get(0).offset(), "a marker lies between");
            assertEquals(partition.topic() + "-0@3", second.get(0).toString());
        }
        assertEquals(List.of("a", "b", "c"), read(partition));
    }

    @Test
    void aGroupWithARecordThatKafkaRefusesIsAbortedAndTheNextOneGoesThrough() throws Exception {
        TopicPartition partition = newPartition(Map.of("max.message.bytes", "100000"));
        try (TransactionalWriter writer = writer(uniqueName("id"))) {
            writer.init();

            WriteFailure failure = assertThrows(
                    WriteFailure.class, () -> writer.commit(records(partition, "small", "x".repeat(150_000))));

            assertEquals(Verdict.ABORT_AND_RETRY, failure.verdict(), failure::getMessage);
            assertEquals(List.of(), read(partition));
            writer.commit(records(partition, "small"));
        }
        assertEquals(List.of("small"), read(partition));
    }

    @Test
    void aRecordOfFourMebibytesFits() throws Exception {
        TopicPartition partition = newPartition(Map.of("max.message.bytes", Integer.toString(5 * 1024 * 1024)));
        try (TransactionalWriter writer = writer(uniqueName("id"))) {
            writer.init();
            writer.commit(records(partition, "x".repeat(4 * 1024 * 1024)));
        }
        assertEquals(4 * 1024 * 1024, read(partition).get(0).length());
    }

    @Test
    void theFormerOwnerIsFencedAndWhatItWroteStaysInvisible() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        String id = uniqueName("id");
        try (TransactionalWriter former = writer(id);
                TransactionalWriter next = writer(id)) {
            former.init();
            former.commit(records(partition, "by the former owner"));
            next.init();

            WriteFailure failure =
                    assertThrows(WriteFailure.class, () -> former.commit(records(partition, "too late")));

            assertEquals(Verdict.STEP_DOWN, failure.verdict(), failure::getMessage);
            next.commit(records(partition, "by the next"));
        }
        assertEquals(List.of("by the former owner", "by the next"), read(partition));
    }

    @Test
    void anInitSettlesWhatTheFormerOwnerLeftOpen() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        String id = uniqueName("id");
        try (Producer<byte[], byte[]> former = clients().transactionalProducer(id, Map.of());
                TransactionalWriter next = writer(id)) {
            former.initTransactions();
            former.beginTransaction();
            former.send(records(partition, "never committed").get(0)).get();

            next.init();

            assertEquals(List.of(), read(partition), "and the reader is not held up");
            assertEquals(Verdict.STEP_DOWN, TransactionErrorPolicy.of(commitOf(former), Phase.COMMIT));
            former.close(Duration.ZERO);
        }
        assertEquals(List.of(), read(partition));
    }

    /** Case D4: looks like a fence, although there is nobody else; the owner asks its group before it inits again. */
    @Test
    void aTransactionThatTheBrokerTimedOutIsSteppedDownFromOrRebuilt() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        String id = uniqueName("id");
        Producer<byte[], byte[]> producer = clients()
                .transactionalProducer(
                        id,
                        Map.of(
                                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 500,
                                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 400,
                                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 300));
        Producer<byte[], byte[]> slow = before(
                producer, "commitTransaction", () -> await().until(() -> state(id) == TransactionState.COMPLETE_ABORT));
        try (TransactionalWriter writer = new TransactionalWriter(slow, Duration.ofSeconds(15))) {
            writer.init();

            WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(records(partition, "slow")));

            assertTrue(
                    failure.verdict() == Verdict.STEP_DOWN || failure.verdict() == Verdict.REBUILD,
                    failure::getMessage);
            assertTrue(failure.inDoubt());
        }
        assertEquals(List.of(), read(partition));
        try (TransactionalWriter again = writer(id)) {
            again.init();
            again.commit(records(partition, "again"));
        }
        assertEquals(List.of("again"), read(partition));
    }

    @Test
    void aCloseFromAnotherThreadEndsACallThatIsUnderWay() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        Producer<byte[], byte[]> producer = clients().transactionalProducer(uniqueName("id"), Map.of());
        TransactionalWriter[] writer = new TransactionalWriter[1];
        Producer<byte[], byte[]> closing = before(
                producer,
                "commitTransaction",
                () -> CompletableFuture.runAsync(() -> writer[0].close(Duration.ZERO))
                        .join());
        writer[0] = new TransactionalWriter(closing, Duration.ofSeconds(15));
        writer[0].init();

        WriteFailure failure = assertThrows(WriteFailure.class, () -> writer[0].commit(records(partition, "never")));

        assertEquals(Verdict.REBUILD, failure.verdict(), failure::getMessage);
        assertThrows(IllegalStateException.class, () -> writer[0].commit(records(partition, "never")));
    }

    private TransactionState state(String id) throws ExecutionException, InterruptedException {
        return admin().describeTransactions(List.of(id)).description(id).get().state();
    }

    private static RuntimeException commitOf(Producer<byte[], byte[]> producer) {
        return assertThrows(RuntimeException.class, producer::commitTransaction);
    }

    @SuppressWarnings("unchecked")
    private static Producer<byte[], byte[]> before(Producer<byte[], byte[]> producer, String method, Runnable action) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                Producer.class.getClassLoader(), new Class<?>[] {Producer.class}, (proxy, called, args) -> {
                    if (called.getName().equals(method)) {
                        action.run();
                    }
                    try {
                        return called.invoke(producer, args);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }
}
