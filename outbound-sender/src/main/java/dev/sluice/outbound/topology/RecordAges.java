package dev.sluice.outbound.topology;

/**
 * For how long records of one partition had certainly lain in Kafka when they were read. Durations in a record end when it was
 * published; counted from when a busy gate comes to read it, a cooldown would end late and a slot be free late by as much.
 *
 * <p>Never more than the truth, so nothing ends early (O3, O4). The append time is the broker's, and by how much the gate's
 * clock is ahead of it is not known. But each record bounds it, since it was read after it was appended:
 *
 * <pre>
 *  lead of the gate's clock  ≤  read − append                     of any record; the smallest counts
 *  age of a record           ≥  read − append − lead − skew
 * </pre>
 *
 * <p>The bound is forgotten when append times run backwards: the broker's clock was set, or another broker leads the partition.
 * It grows by a tenth of the time since, which is more than any clock is slewed by. What stays unseen is a step back that is
 * shorter than the time between two records; dispatchers beat once a second, and {@code clock-skew} covers what two brokers,
 * or one before and after a step, may differ by (decision 030).
 */
final class RecordAges {
    private static final long SLEWED_TO_ONE_IN = 10;

    /** Times are read in whole milliseconds, and the tenth is rounded down. */
    private static final long ROUNDING_MS = 3;

    private final long skewMs;
    private long lastAppendMs = Long.MAX_VALUE;
    private long leadMs;
    private long learnedMs;

    RecordAges(long skewMs) {
        this.skewMs = skewMs;
    }

    /**
     * To be asked once of every record, in the order of offsets.
     *
     * @param appendMs its append time, by the broker's clock
     * @param gateMs now, by the gate's
     * @return milliseconds, 0 or more; in truth it may be older
     */
    long of(long appendMs, long gateMs) {
        long sinceAppend = gateMs - appendMs;
        long lead = leadMs + (gateMs - learnedMs) / SLEWED_TO_ONE_IN;
        if (appendMs < lastAppendMs || sinceAppend <= lead) {
            lead = sinceAppend;
            leadMs = sinceAppend;
            learnedMs = gateMs;
        }
        lastAppendMs = appendMs;
        return Math.max(0, sinceAppend - lead - skewMs - ROUNDING_MS);
    }
}
