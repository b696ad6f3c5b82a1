package dev.sluice.runtime.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads partitions to their end, completely.
 *
 * <p>A read_committed consumer's own idea of the end is the last stable offset, which may lie before what was committed a
 * moment ago. So the end is asked of the Admin, uncommitted, and the reading is over when the consumer's position is there:
 * by position, since transaction markers, aborted and compacted records leave holes that no record ever fills.
 */
public final class PartitionReader {
    private static final Duration POLL = Duration.ofMillis(100);

    private PartitionReader() {}

    /**
     * Gives every committed record up to the end, as it is when this begins, to {@code each}; later ones may be among them.
     * A transaction of another producer that is still open is waited for.
     *
     * @param consumer read_committed and without a group; its assignment is replaced, and empty afterwards
     * @return the position reached
     * @throws TimeoutException when the end is not reached within {@code deadline}
     * @throws KafkaException what Kafka answers otherwise, such as an authorisation error
     */
    public static long readToEnd(
            Admin admin,
            Consumer<byte[], byte[]> consumer,
            TopicPartition partition,
            Duration deadline,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        return readFrom(admin, consumer, Map.of(partition, 0L), deadline, () -> false, each)
                .getOrDefault(partition, 0L);
    }

    /**
     * The same for several partitions at once, from an offset each, and only until it is {@code enough}.
     *
     * @param from the first offset wanted of each; when it is not there any more, reading starts at the oldest record
     * @return the positions reached
     */
    public static Map<TopicPartition, Long> readFrom(
            Admin admin,
            Consumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> from,
            Duration deadline,
            BooleanSupplier enough,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        long until = System.nanoTime() + deadline.toNanos();
        Map<TopicPartition, Long> ends = endOffsets(admin, from.keySet(), deadline);
        consumer.assign(from.keySet());
        try {
            from.forEach((partition, offset) -> {
                if (offset == 0) {
                    consumer.seekToBeginning(List.of(partition));
                } else {
                    consumer.seek(partition, offset); // auto.offset.reset is earliest
                }
            });
            Map<TopicPartition, Long> positions = positions(consumer, from.keySet(), deadline);
            while (!reached(positions, ends) && !enough.getAsBoolean()) {
                long leftNanos = until - System.nanoTime();
                if (leftNanos <= 0) {
                    throw new TimeoutException(
                            "read up to " + positions + " of " + ends + " within " + deadline.toMillis() + " ms");
                }
                consumer.poll(POLL.toNanos() < leftNanos ? POLL : Duration.ofNanos(leftNanos))
                        .forEach(each);
                // the time left, not a short one: after a reset the position is not known until Kafka has been asked
                positions = positions(consumer, from.keySet(), Duration.ofNanos(leftNanos));
            }
            return positions;
        } finally {
            consumer.unsubscribe();
        }
    }

    private static Map<TopicPartition, Long> positions(
            Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions, Duration deadline) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        partitions.forEach(partition -> positions.put(partition, consumer.position(partition, deadline)));
        return positions;
    }

    private static boolean reached(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    /**
     * Where partitions end now, open transactions included.
     *
     * @throws TimeoutException when Kafka has not answered within {@code deadline}
     */
    public static Map<TopicPartition, Long> endOffsets(Admin admin, Set<TopicPartition> partitions, Duration deadline) {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                .timeoutMs((int) Math.min(deadline.toMillis(), Integer.MAX_VALUE));
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            admin.listOffsets(latest, options)
                    .all()
                    .get(deadline.toMillis() + POLL.toMillis(), TimeUnit.MILLISECONDS)
                    .forEach((partition, end) -> ends.put(partition, end.offset()));
            return ends;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException k ? k : new KafkaException(e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException(partitions + ": their end is not known after " + deadline.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
