package dev.sluice.runtime.lag;

/**
 * What is known of the offsets between where a group stands in a partition and the partition's end. Not every offset is a
 * record: transaction markers, aborted records and those that compaction took leave holes. A group whose rest is holes has read
 * everything, and its lag is 0, though Kafka's own difference of offsets stays above it for ever. Immutable.
 *
 * @param next where the group stands
 * @param emptyTo there is no record in front of this offset, from {@code next} on
 * @param recordAt an offset at which a record was seen; {@link #NONE} when none was
 * @param seenRounds for how many rounds that has been believed
 * @param moved whether the group stood elsewhere a round ago
 */
record Stretch(long next, long emptyTo, long recordAt, int seenRounds, boolean moved) {
    static final long NONE = -1;

    /** So close to the end that it is worth a look although the group is moving: it may be all it ever gets to. */
    static final long NEAR = 100;

    /** What is further away is a backlog, whatever it is made of. */
    static final long FAR = 10_000;

    /** Compaction may take the record that was seen. */
    private static final int BELIEVE_ROUNDS = 30;

    static Stretch from(long next) {
        return new Stretch(next, next, NONE, 0, true);
    }

    /** A round later, with the group at {@code now}. */
    Stretch at(long now) {
        if (now == next) {
            boolean believe = recordAt != NONE && seenRounds < BELIEVE_ROUNDS;
            return new Stretch(next, emptyTo, believe ? recordAt : NONE, believe ? seenRounds + 1 : 0, false);
        }
        boolean within = now > next && now <= emptyTo;
        boolean stillAhead = recordAt >= now;
        return new Stretch(
                now, within ? emptyTo : now, stillAhead ? recordAt : NONE, stillAhead ? seenRounds : 0, true);
    }

    /** How many offsets up to {@code end} may be records: never less than there are, and 0 when there are none. */
    long lag(long end) {
        return Math.max(0, end - emptyTo);
    }

    /** Whether it is not known, and cheap to find out, that there is a record. */
    boolean isWorthALook(long end) {
        long lag = lag(end);
        return lag > 0 && recordAt == NONE && lag <= (moved ? NEAR : FAR);
    }

    /** No record in front of {@code offset}. */
    Stretch emptyTo(long offset) {
        return new Stretch(next, Math.max(emptyTo, offset), recordAt, seenRounds, moved);
    }

    /** The first record is there. */
    Stretch recordAt(long offset) {
        return new Stretch(next, Math.max(emptyTo, offset), offset, 0, moved);
    }
}
