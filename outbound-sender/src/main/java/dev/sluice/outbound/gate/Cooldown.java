package dev.sluice.outbound.gate;

import java.util.OptionalLong;

/** How long a flood answer keeps its sender quiet (R69, R103-R105, R149). */
final class Cooldown {

    /** Chance adds at most this to a wait that was told. */
    static final long JITTER_MS = 250;

    /** The largest integer that every reader of JSON agrees on: 2^53 - 1. */
    private static final long MAX_SAFE = (1L << 53) - 1;

    private Cooldown() {}

    /**
     * The end of a told wait, counted from when the answer came: never early, since the result's way here only lengthens it.
     *
     * @param seconds as told; empty is no zero wait (R87)
     * @return empty when the value is of no use, and the job is held
     */
    static OptionalLong deadline(Now now, long msSinceReceived, OptionalLong seconds) {
        long receivedAt = now.gateMs() - msSinceReceived;
        if (seconds.isEmpty() || seconds.getAsLong() < 0 || seconds.getAsLong() > (MAX_SAFE - receivedAt) / 1000) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(receivedAt + seconds.getAsLong() * 1000 + (long) (now.jitter() * JITTER_MS));
    }

    /** The pause after the n-th failure in a row: doubling from the first up to the longest, a little more by chance. */
    static long pause(Now now, int n, long firstMs, long longestMs) {
        long pause = firstMs;
        for (int i = 1; i < n && pause < longestMs; i++) {
            pause *= 2;
        }
        pause = Math.min(pause, longestMs);
        return pause + (long) (now.jitter() * pause / 4);
    }
}
