package dev.sluice.local.botapi.core;

/** The first 409 is immediate; another within 3 s of the last immediate one is held back for 3 s (Client.cpp:16238). */
public final class ConflictThrottle {

    private static final long THREE_SECONDS = 3_000_000_000L;

    private long nextImmediateAt;
    private boolean used;

    /** How long the 409 that is due now is held back, in nanoseconds. */
    public long delayNanos(long nowNanos) {
        if (used && nowNanos < nextImmediateAt) {
            return THREE_SECONDS;
        }
        used = true;
        nextImmediateAt = nowNanos + THREE_SECONDS;
        return 0;
    }
}
