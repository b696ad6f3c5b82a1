package dev.sluice.system.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Watches how far read_committed readers of a topic can see, without reading it: the last stable offset of each partition,
 * asked for again and again. Not thread-safe but for {@link #stop()}.
 */
public final class VisibleEnd implements AutoCloseable {
    private final Admin admin;
    private final Map<TopicPartition, OffsetSpec> latest;
    private final long pauseMs;
    private final List<Reading> readings = new ArrayList<>();
    private final Thread thread;
    private volatile boolean stopped;

    private record Reading(long nanos, Map<TopicPartition, Long> ends) {}

    private VisibleEnd(Admin admin, String topic, int partitions, long pauseMs) {
        this.admin = admin;
        this.pauseMs = pauseMs;
        this.latest = IntStream.range(0, partitions)
                .boxed()
                .collect(Collectors.toMap(p -> new TopicPartition(topic, p), p -> OffsetSpec.latest()));
        this.thread = new Thread(this::watch, "bench-visible-end");
    }

    /**
     * Begins to watch.
     *
     * @param pauseMs between two questions; each costs the broker a little, and the answer is no more exact than this
     */
    public static VisibleEnd watch(Admin admin, String topic, int partitions, long pauseMs) {
        VisibleEnd watch = new VisibleEnd(admin, topic, partitions, pauseMs);
        watch.readings.add(watch.ask());
        watch.thread.start();
        return watch;
    }

    /**
     * Ends the watch, once nothing more is written.
     *
     * @return the {@link System#nanoTime()} at which all that is there now was first seen to be visible
     */
    public long stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while watching offsets", e);
        }
        Map<TopicPartition, Long> end = ask().ends();
        for (Reading reading : readings) {
            if (reading.ends().equals(end)) {
                return reading.nanos();
            }
        }
        throw new IllegalStateException("the topic still grew when the watch ended");
    }

    @Override
    public void close() {
        stopped = true;
    }

    private void watch() {
        try {
            while (!stopped) {
                readings.add(ask());
                Thread.sleep(pauseMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Reading ask() {
        try {
            Map<TopicPartition, Long> ends = admin
                    .listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                    .all()
                    .get()
                    .entrySet()
                    .stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().offset()));
            return new Reading(System.nanoTime(), ends);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot read offsets", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while watching offsets", e);
        }
    }
}
