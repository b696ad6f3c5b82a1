package dev.sluice.runtime.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
 * Reads a partition from its start to its end, completely.
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
        return readFrom(admin, consumer, partition, 0, deadline, () -> false, each);
    }

    /**
     * The same from an offset on, and only until it is {@code enough}.
     *
     * @param from the first offset wanted; when it is not there any more, reading starts at the oldest record
     */
    public static long readFrom(
            Admin admin,
            Consumer<byte[], byte[]> consumer,
            TopicPartition partition,
            long from,
            Duration deadline,
            BooleanSupplier enough,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        long until = System.nanoTime() + deadline.toNanos();
        long end = endOffset(admin, partition, deadline);
        consumer.assign(List.of(partition));
        try {
            if (from == 0) {
                consumer.seekToBeginning(List.of(partition));
            } else {
                consumer.seek(partition, from); // auto.offset.reset is earliest
            }
            long position = consumer.position(partition, deadline);
            while (position < end && !enough.getAsBoolean()) {
                long leftNanos = until - System.nanoTime();
                if (leftNanos <= 0) {
                    throw new TimeoutException(partition + ": read up to " + position + " of " + end + " within "
                            + deadline.toMillis() + " ms");
                }
                consumer.poll(POLL.toNanos() < leftNanos ? POLL : Duration.ofNanos(leftNanos))
                        .records(partition)
                        .forEach(each);
                position = consumer.position(partition, POLL);
            }
            return position;
        } finally {
            consumer.unsubscribe();
        }
    }

    private static long endOffset(Admin admin, TopicPartition partition, Duration deadline) {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                .timeoutMs((int) Math.min(deadline.toMillis(), Integer.MAX_VALUE));
        try {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()), options)
                    .partitionResult(partition)
                    .get(deadline.toMillis() + POLL.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException k ? k : new KafkaException(e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException(partition + ": its end is not known after " + deadline.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
