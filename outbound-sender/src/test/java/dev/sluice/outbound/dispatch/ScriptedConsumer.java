package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Kafka's mock consumer, with commits that are remembered, may fail, or may take their time. */
final class ScriptedConsumer extends MockConsumer<byte[], byte[]> {
    static final String TOPIC = "outbound.attempts";

    final List<Map<TopicPartition, OffsetAndMetadata>> commits = new CopyOnWriteArrayList<>();

    /** Run, one each, before a commit is accepted; may throw instead. */
    final Queue<Runnable> beforeCommits = new ConcurrentLinkedQueue<>();

    ScriptedConsumer() {
        super("earliest");
    }

    static TopicPartition partition(int number) {
        return new TopicPartition(TOPIC, number);
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
        if (records.isEmpty()) {
            try {
                TimeUnit.MILLISECONDS.sleep(1); // the mock does not wait by itself
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return records;
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        Runnable before = beforeCommits.poll();
        if (before != null) {
            before.run();
        }
        super.commitSync(offsets);
        commits.add(offsets);
    }

    /** Runs on the dispatch loop's thread, within its next poll. */
    void inPoll(Runnable task) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        schedulePollTask(() -> {
            try {
                task.run();
            } finally {
                done.countDown();
            }
        });
        if (!done.await(20, TimeUnit.SECONDS)) {
            throw new AssertionError("the loop does not poll");
        }
    }

    void hand(Collection<TopicPartition> partitions) throws InterruptedException {
        inPoll(() -> rebalance(partitions));
    }

    /** As one fetch, so that one turn sees them all. */
    void add(int partition, long firstOffset, List<Attempt> attempts) throws InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (Attempt attempt : attempts) {
            ConsumerRecord<byte[], byte[]> some = new ConsumerRecord<>(
                    TOPIC,
                    partition,
                    firstOffset + records.size(),
                    attempt.sender().text().getBytes(StandardCharsets.UTF_8),
                    AttemptCodec.encode(attempt));
            some.headers().add("traceparent", "00-1".getBytes(StandardCharsets.UTF_8));
            some.headers().add("other", new byte[0]);
            records.add(some);
        }
        inPoll(() -> records.forEach(this::addRecord));
    }

    /** The position and note that the group has for the partition; what a crash would leave. */
    OffsetAndMetadata committedNow(int partition) {
        OffsetAndMetadata last = null;
        for (Map<TopicPartition, OffsetAndMetadata> commit : commits) {
            last = commit.getOrDefault(partition(partition), last);
        }
        if (last == null) {
            throw new AssertionError("nothing committed");
        }
        return last;
    }
}
