package dev.sluice.local.view;

/**
 * Counts delays by the millisecond up to a minute, what is longer in one last bucket; percentiles are exact to the
 * millisecond. Not thread-safe.
 */
final class Delays {
    private static final int LONGEST_MS = 60_000;

    private final long[] counts = new long[LONGEST_MS + 1];
    private long total;

    /** A negative delay comes from two clock readings within one tick and counts as 0. */
    void add(long delayMs) {
        counts[(int) Math.max(0, Math.min(LONGEST_MS, delayMs))]++;
        total++;
    }

    long total() {
        return total;
    }

    /** The smallest delay that at least this share (0..1) of all delays do not exceed; 0 when there are none. */
    long percentileMs(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (int ms = 0; total > 0 && ms < counts.length; ms++) {
            seen += counts[ms];
            if (seen >= rank) {
                return ms;
            }
        }
        return 0;
    }
}
