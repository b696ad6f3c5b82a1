package dev.sluice.runtime.kafka;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PartitionReaderBrokerTest extends BrokerTests {
    @Test
    void anEmptyPartitionIsReadAtOnce() throws Exception {
        assertEquals(List.of(), read(newPartition(Map.of())));
    }

    @Test
    void holesAtTheEndAreNoReasonToWait() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        String id = uniqueName("id");
        try (Producer<byte[], byte[]> producer = clients().transactionalProducer(id, Map.of())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(records(partition, "visible").get(0)).get();
            producer.commitTransaction();
            producer.beginTransaction();
            producer.send(records(partition, "aborted").get(0)).get();
            producer.abortTransaction();
        }

        assertEquals(List.of("visible"), read(partition));
    }

    @Test
    void whatWasDeletedAtTheStartIsNotWaitedFor() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        try (TransactionalWriter writer = writer(uniqueName("id"))) {
            writer.init();
            writer.commit(records(partition, "a", "b", "c"));
        }
        admin().deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2)))
                .all()
                .get();
        assertEquals(List.of("c"), read(partition));

        admin().deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(-1)))
                .all()
                .get();
        assertEquals(List.of(), read(partition));
    }

    @Test
    void severalPartitionsAreReadFromAnOffsetEachUntilItIsEnough() throws Exception {
        TopicPartition one = newPartition(Map.of());
        TopicPartition two = newPartition(Map.of());
        try (TransactionalWriter writer = writer(uniqueName("id"))) {
            writer.init();
            writer.commit(records(one, "a", "b", "c"));
            writer.commit(records(two, "d", "e"));
        }
        admin().deleteRecords(Map.of(two, RecordsToDelete.beforeOffset(1)))
                .all()
                .get();
        await().until(() -> read(two).equals(List.of("e"))); // so that the reader's offset 0 is not there any more
        Map<TopicPartition, Long> from = Map.of(one, 1L, two, 0L);
        List<String> values = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = clients().reader()) {
            Map<TopicPartition, Long> positions = PartitionReader.readFrom(
                    admin(), consumer, from, Duration.ofSeconds(20), () -> false, r -> values.add(text(r)));
            assertEquals(Map.of(one, 4L, two, 3L), positions);
            assertEquals(List.of("b", "c", "e"), values.stream().sorted().toList());

            admin().deleteRecords(Map.of(one, RecordsToDelete.beforeOffset(2)))
                    .all()
                    .get();
            values.clear();
            PartitionReader.readFrom(
                    admin(), consumer, Map.of(one, 1L), Duration.ofSeconds(20), () -> false, r -> values.add(text(r)));
            assertEquals(List.of("c"), values, "from the oldest on");

            values.clear();
            PartitionReader.readFrom(
                    admin(), consumer, from, Duration.ofSeconds(20), () -> true, r -> values.add(text(r)));
            assertEquals(List.of(), values, "enough before the first poll");
        }
    }

    @Test
    void compactionLeavesHolesToo() throws Exception {
        TopicPartition partition = newPartition(
                Map.of("cleanup.policy", "compact", "segment.ms", "100", "min.cleanable.dirty.ratio", "0.01"));
        List<String> all = new ArrayList<>();
        try (TransactionalWriter writer = writer(uniqueName("id"))) {
            writer.init();
            await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
                all.add("value " + all.size());
                writer.commit(records(partition, all.get(all.size() - 1)));
                return read(partition).size() < all.size();
            });
        }

        List<String> left = read(partition);
        assertEquals(all.get(all.size() - 1), left.get(left.size() - 1));
    }

    @Test
    void anOpenTransactionIsWaitedForAndNamedWhenItStays() throws Exception {
        TopicPartition partition = newPartition(Map.of());
        try (Producer<byte[], byte[]> other = clients().transactionalProducer(uniqueName("id"), Map.of());
                Consumer<byte[], byte[]> consumer = clients().reader()) {
            other.initTransactions();
            other.beginTransaction();
            other.send(records(partition, "open").get(0)).get();

            long start = System.nanoTime();
            TimeoutException e = assertThrows(
                    TimeoutException.class,
                    () -> PartitionReader.readToEnd(admin(), consumer, partition, Duration.ofSeconds(3), r -> {}));

            assertEquals("read up to {" + partition + "=0} of {" + partition + "=1} within 3000 ms", e.getMessage());
            assertTrue(System.nanoTime() - start < Duration.ofSeconds(10).toNanos());
            assertEquals(0, consumer.assignment().size());
            other.commitTransaction();
            assertEquals(List.of("open"), read(partition));
        }
    }

    @Test
    void aTopicThatIsNotThereIsSaidAndNotCreated() throws Exception {
        TopicPartition missing = new TopicPartition(uniqueName("missing"), 0);
        try (Consumer<byte[], byte[]> consumer = clients().reader()) {
            assertThrows(
                    RuntimeException.class,
                    () -> PartitionReader.readToEnd(admin(), consumer, missing, Duration.ofMillis(500), r -> {}));
        }
        var description = admin().describeTopics(List.of(missing.topic())).allTopicNames();

        Exception e = assertThrows(Exception.class, description::get);
        assertTrue(e.getCause() instanceof UnknownTopicOrPartitionException, e::toString);
    }
}
