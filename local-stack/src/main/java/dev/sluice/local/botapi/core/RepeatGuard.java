package dev.sluice.local.botapi.core;

/** What the server does to a getUpdates that repeats the offset of the one before (TELEGRAM.md 1.1). */
final class RepeatGuard {

    private static final long HALF_A_SECOND = 500_000_000L;
    private static final long THREE_SECONDS = 3_000_000_000L;
    private static final int FORCED_TIMEOUT_SECONDS = 3;

    private int previousOffset = -1;
    private long previousStart;
    private boolean hasPrevious;

    /** The timeout and the limit that are really used; remembers this call for the next. */
    Verdict judge(int rawOffset, int limit, int timeoutSeconds, long nowNanos) {
        boolean repeated = hasPrevious && rawOffset == previousOffset;
        long since = nowNanos - previousStart;
        boolean forceTimeout = repeated && timeoutSeconds < FORCED_TIMEOUT_SECONDS && since < THREE_SECONDS;
        boolean forceLimit = repeated && since < HALF_A_SECOND;
        previousOffset = rawOffset;
        previousStart = nowNanos;
        hasPrevious = true;
        return new Verdict(forceLimit ? 1 : limit, forceTimeout ? FORCED_TIMEOUT_SECONDS : timeoutSeconds);
    }

    record Verdict(int limit, int timeoutSeconds) {}
}
