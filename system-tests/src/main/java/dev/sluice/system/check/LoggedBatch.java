package dev.sluice.system.check;

import java.util.List;

/**
 * One batch as it lies in a partition's log, whatever became of its transaction.
 *
 * @param keys the keys of its records; empty for a marker
 * @param values the values of its records, only where they were asked for
 * @param sequences the {@code sluice_sequence} header of its records, 1 where there is none
 * @param kind data, or the marker that ends a transaction
 */
record LoggedBatch(
        String topic,
        int partition,
        long offset,
        long producerId,
        int producerEpoch,
        Kind kind,
        List<String> keys,
        List<byte[]> values,
        List<Integer> sequences) {
    enum Kind {
        DATA,
        COMMIT,
        ABORT
    }

    String place() {
        return topic + "-" + partition;
    }

    String where() {
        return place() + "@" + offset;
    }
}
