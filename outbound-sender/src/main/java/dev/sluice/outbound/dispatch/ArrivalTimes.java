package dev.sluice.outbound.dispatch;

import java.time.Duration;

/**
 * When calls have reached an API, at the latest. Windows are counted where calls arrive, and a call that was held up on its way
 * lies nearer to the next ones there than here. An answer proves that it had arrived, and what the quickest answer of late took is
 * what work and ways take at least: by what an answer took longer, the call may have come later. Thread-safe.
 *
 * <p>Only so much is believed: most of what answers differ by is the API's work, and counting all of it would cost a sender
 * its rate.
 */
final class ArrivalTimes {
    /** What the windows' guard is for. */
    private static final long GUARDED_NANOS = Duration.ofMillis(10).toNanos();

    private static final long MOST_NANOS = Duration.ofMillis(200).toNanos();

    private static final long LATE_NANOS = Duration.ofSeconds(10).toNanos();

    /** Before so many answers nobody knows how quick the API is: its first calls are the slowest. */
    static final int KNOWN_AFTER = 50;

    private static final long NONE = Long.MAX_VALUE;

    private long quickest = NONE;
    private long quickestBefore = NONE;
    private long since;
    private int answers;

    /**
     * An answer has come.
     *
     * @param sentNanos when the last byte was handed to the socket
     * @return what counts as the time of the send: this one, or somewhat later
     */
    synchronized long answered(long sentNanos, long receivedNanos) {
        if (quickest == NONE || receivedNanos - since > LATE_NANOS) {
            quickestBefore = quickest;
            quickest = NONE;
            since = receivedNanos;
        }
        quickest = Math.min(quickest, receivedNanos - sentNanos);
        answers = Math.min(answers + 1, KNOWN_AFTER);
        return silent(sentNanos, receivedNanos);
    }

    /** The same while no answer has come. */
    synchronized long silent(long sentNanos, long nowNanos) {
        long least = Math.min(quickest, quickestBefore);
        long longer = nowNanos - sentNanos - (answers < KNOWN_AFTER ? 0 : least) - GUARDED_NANOS;
        return sentNanos + Math.max(0, Math.min(longer, MOST_NANOS));
    }
}
