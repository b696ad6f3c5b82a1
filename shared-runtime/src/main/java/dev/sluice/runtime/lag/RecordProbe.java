package dev.sluice.runtime.lag;

import dev.sluice.runtime.lag.LagBook.Look;
import dev.sluice.runtime.lag.LagBook.Seen;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Looks whether there are records between two offsets, as a read_committed reader finds them: no difference of offsets can tell
 * a record from a hole. Commits nothing. Not thread-safe.
 */
final class RecordProbe {
    /** What it wants of its consumer: one record is enough, and it is not even looked at. */
    static final Map<String, Object> PROPERTIES = Map.of(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 32 * 1024,
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1024 * 1024,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);

    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final Duration deadline;

    /**
     * @param consumer read_committed, without a group, from the oldest where an offset is gone
     * @param deadline for all looks together; what is not known by then is no further than it has come
     */
    RecordProbe(Consumer<byte[], byte[]> consumer, Duration deadline) {
        this.consumer = consumer;
        this.deadline = deadline;
    }

    /**
     * What is there, as far as it came.
     *
     * @throws org.apache.kafka.common.errors.TopicAuthorizationException when one of the topics may not be read
     */
    Map<TopicPartition, Seen> look(Map<TopicPartition, Look> looks) {
        long until = System.nanoTime() + deadline.toNanos();
        consumer.assign(looks.keySet());
        try {
            looks.forEach((partition, look) -> consumer.seek(partition, look.from()));
            Map<TopicPartition, Seen> seen = new HashMap<>();
            Map<TopicPartition, Look> open = new HashMap<>(looks);
            while (!open.isEmpty() && System.nanoTime() - until < 0) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                open.entrySet().removeIf(each -> {
                    Seen now = seenIn(each.getKey(), each.getValue(), records);
                    seen.put(each.getKey(), now);
                    boolean known =
                            now.isRecord() || now.upTo() >= each.getValue().end();
                    if (known) {
                        consumer.pause(List.of(each.getKey()));
                    }
                    return known;
                });
            }
            return seen;
        } finally {
            consumer.unsubscribe();
        }
    }

    private Seen seenIn(TopicPartition partition, Look look, ConsumerRecords<byte[], byte[]> records) {
        var some = records.records(partition);
        if (!some.isEmpty()) {
            return new Seen(look.from(), some.get(0).offset(), true);
        }
        try {
            return new Seen(look.from(), consumer.position(partition, POLL), false);
        } catch (TimeoutException e) {
            return new Seen(look.from(), look.from(), false); // its offset is gone, and where it is now has yet to come
        }
    }
}
