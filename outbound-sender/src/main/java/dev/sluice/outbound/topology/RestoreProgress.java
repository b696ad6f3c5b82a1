package dev.sluice.outbound.topology;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How much of the changelogs has yet to be read before the stores are what they were. Thread-safe. */
final class RestoreProgress implements StateRestoreListener {
    private final Map<String, Map<TopicPartition, Left>> left = new HashMap<>();
    private final Map<String, Long> restored = new HashMap<>();

    /** @param end of the changelog, exclusive */
    private record Left(long end, long records) {}

    @Override
    public synchronized void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        left.computeIfAbsent(store, name -> new HashMap<>()).put(changelog, new Left(end, Math.max(0, end - start)));
    }

    /** @param upTo the last offset that was read, be it of a marker or of a record that compaction has moved up to */
    @Override
    public synchronized void onBatchRestored(TopicPartition changelog, String store, long upTo, long records) {
        restored.merge(store, records, Long::sum);
        left.getOrDefault(store, new HashMap<>())
                .computeIfPresent(
                        changelog, (same, before) -> new Left(before.end(), Math.max(0, before.end() - upTo - 1)));
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition changelog, String store, long total) {
        left.getOrDefault(store, new HashMap<>()).remove(changelog);
    }

    /** The task has gone elsewhere before it was restored. */
    @Override
    public synchronized void onRestoreSuspended(TopicPartition changelog, String store, long total) {
        onRestoreEnd(changelog, store, total);
    }

    /** What was being restored is not any more: Kafka Streams starts anew. */
    synchronized void startsAnew() {
        left.clear();
    }

    synchronized long remaining(String store) {
        return left.getOrDefault(store, Map.of()).values().stream()
                .mapToLong(Left::records)
                .sum();
    }

    synchronized long restored(String store) {
        return restored.getOrDefault(store, 0L);
    }
}
