package dev.sluice.local.botapi.core;

/** A getUpdates that found nothing and waits (TELEGRAM.md 1.7). */
final class LongPoll {

    private static final long WAIT_AFTER_NANOS = 1_000_000L;
    private static final long MAX_DELAY_NANOS = 2_000_000L;

    final Exchange exchange;

    /** The offset after the step that turns 0 into the head; it is judged anew at each wake-up (1.2). */
    final int offset;

    final int limit;
    private long hardTimeout;
    private long fireAt;
    private boolean woken;

    LongPoll(Exchange exchange, int offset, int limit, long hardTimeout) {
        this.exchange = exchange;
        this.offset = offset;
        this.limit = limit;
        this.hardTimeout = hardTimeout;
        this.fireAt = hardTimeout;
    }

    /** When it is to be answered, with or without updates. */
    long fireAt() {
        return fireAt;
    }

    /** A new update: wait 1 ms for more, 2 ms in all. */
    void wake(long nowNanos) {
        if (!woken) {
            woken = true;
            hardTimeout = Math.min(nowNanos + MAX_DELAY_NANOS, hardTimeout);
        }
        fireAt = Math.min(nowNanos + WAIT_AFTER_NANOS, hardTimeout);
    }
}
