package dev.sluice.outbound.desk.feed;

import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.Board.Part;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the feed is in each partition: where it goes on after trouble, when it has seen all that stood there when it began, and
 * what of the outcomes it has passed over.
 */
final class FeedPositions {
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Set<TopicPartition> cutOff = new HashSet<>();

    /** Whether a partition has a place to go on from. */
    boolean knows(TopicPartition partition) {
        return next.containsKey(partition);
    }

    /** Everything of this partition is wanted from here on. */
    void begin(TopicPartition partition, long from, long end) {
        next.put(partition, from);
        ends.put(partition, end);
    }

    /** There are older records, which are not read. */
    void cutOff(TopicPartition partition) {
        cutOff.add(partition);
    }

    long next(TopicPartition partition) {
        return Objects.requireNonNull(next.get(partition));
    }

    /** Whether a record was read before: the log has been made anew, or its reader was sent back to its start. */
    boolean isBehind(TopicPartition partition, long offset) {
        return offset < next.getOrDefault(partition, 0L);
    }

    void reached(TopicPartition partition, long position) {
        next.put(partition, position);
    }

    /** Once for each partition that was cut off: true at the first record that was read of it. */
    boolean isFirstAfterCut(TopicPartition partition) {
        return cutOff.remove(partition);
    }

    /** Tells the board which parts are whole. */
    void complete(DeskTopics topics, Board board, Instant now) {
        for (Part part : Part.values()) {
            boolean whole = !board.isComplete(part)
                    && ends.entrySet().stream()
                            .filter(end -> topics.part(end.getKey().topic()) == part)
                            .allMatch(end -> next(end.getKey()) >= end.getValue());
            if (whole) {
                // markers only where records were looked for: nothing is known of what lies before
                boolean nothingRead = part == Part.OUTCOMES && !cutOff.isEmpty();
                if (nothingRead) {
                    board.outcomesKnownFrom(now);
                    cutOff.clear();
                }
                board.complete(part);
            }
        }
    }
}
