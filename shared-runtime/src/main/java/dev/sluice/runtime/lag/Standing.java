package dev.sluice.runtime.lag;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a group stands in one partition.
 *
 * @param committed the offset that it goes on from; empty where it has committed nothing
 * @param start the oldest offset that the log still has
 * @param end the last stable offset: nothing from there on may be read yet
 */
record Standing(TopicPartition partition, OptionalLong committed, long start, long end) {

    /** Where the group would read on. What retention has deleted is not behind it; without a commit, everything is. */
    long next() {
        return Math.max(committed.orElse(start), start);
    }
}
