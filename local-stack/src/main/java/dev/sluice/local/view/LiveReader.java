package dev.sluice.local.view;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads updates, ingest events, requests, attempt results and outcomes from now on, and checkpoints and lanes from the
 * beginning, read_committed, on a thread of its own that does nothing else: what it notes is when a reader can see a record.
 */
final class LiveReader implements AutoCloseable {
    /** A record, and when it was seen. */
    record Seen(ConsumerRecord<byte[], byte[]> record, Instant at) {}

    private static final Duration POLL = Duration.ofMillis(200);

    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions = new ArrayList<>();

    /** Without attempt results: gate and dispatcher write there also when nothing happens. */
    private final List<TopicPartition> awaited = new ArrayList<>();

    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::read, "local-reader");
    private final Map<TopicPartition, Long> positions = new HashMap<>(); // guarded by itself

    private LiveReader(Admin admin, Consumer<byte[], byte[]> consumer) {
        this.admin = admin;
        this.consumer = consumer;
    }

    /** Starts reading; what is committed after this returns is seen. */
    static LiveReader start(Admin admin, Consumer<byte[], byte[]> consumer, Names names) {
        LiveReader reader = new LiveReader(admin, consumer);
        reader.seek(names);
        reader.thread.setDaemon(true);
        reader.thread.start();
        return reader;
    }

    /** What was read since the last call. */
    List<Seen> take() {
        List<Seen> taken = new ArrayList<>();
        seen.drainTo(taken);
        return taken;
    }

    /** Whether everything that now stands in the topics that matter has been read, open transactions included. */
    boolean isAtEnd() {
        Map<TopicPartition, Long> ends = ends(awaited);
        synchronized (positions) {
            return ends.entrySet().stream()
                    .allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
        }
    }

    private void seek(Names names) {
        List<TopicPartition> fromNow = new ArrayList<>();
        fromNow.addAll(partitionsOf(names, Topics.UPDATES));
        fromNow.addAll(partitionsOf(names, Topics.INGEST_EVENTS));
        fromNow.addAll(partitionsOf(names, Topics.REQUESTS));
        fromNow.addAll(partitionsOf(names, Topics.OUTCOMES));
        List<TopicPartition> fromStart = new ArrayList<>(partitionsOf(names, Topics.CHECKPOINTS));
        fromStart.addAll(partitionsOf(names, Topics.LANES));
        awaited.addAll(fromNow);
        awaited.addAll(fromStart);
        fromNow.addAll(partitionsOf(names, Topics.ATTEMPT_RESULTS));
        partitions.addAll(fromNow);
        partitions.addAll(fromStart);
        consumer.assign(partitions);
        consumer.seekToBeginning(fromStart);
        ends(fromNow).forEach(consumer::seek);
    }

    private List<TopicPartition> partitionsOf(Names names, TopicSpec topic) {
        return consumer.partitionsFor(names.topic(topic)).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> of) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        of.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try {
            admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition, end.offset()));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return ends;
    }

    private void read() {
        try {
            while (true) {
                Iterable<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL);
                Instant now = Instant.now();
                records.forEach(record -> seen.add(new Seen(record, now)));
                synchronized (positions) {
                    partitions.forEach(partition -> positions.put(partition, consumer.position(partition)));
                }
            }
        } catch (WakeupException e) {
            consumer.close();
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
