package dev.sluice.outbound.topology;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When the stream thread commits: a dispatcher sees an attempt, and a service an outcome, only then. Shared by the tasks, since
 * a commit is of all of them. A transaction costs a batch and a marker in every partition that it touches, and the thread stands
 * still meanwhile, so after each the thread works for as long as two of them took: an idle one commits at once, a busy one
 * spends a third of its time on it, and the busier it is the more goes into one commit. A single long one is an accident of the
 * machine, and holds up nobody. On the stream thread only.
 */
final class CommitPace {
    /** However short commits are. */
    static final long APART_MS = 10;

    /** Work between two commits, by what the last one took. */
    private static final int WORK_PER_COMMIT = 2;

    /** However long they are. */
    private static final long WORK_AT_MOST_MS = 100;

    private static final long NEVER = Long.MAX_VALUE;

    private final LongSupplier committingNanos;
    private long dueMs = NEVER;
    private @Nullable Object holder;
    private long lastMs = Long.MIN_VALUE / 2;
    private long lastNanos;
    private long beforeTookMs;

    /** @param committingNanos what commits have taken of the thread's time so far */
    CommitPace(LongSupplier committingNanos) {
        this.committingNanos = committingNanos;
    }

    /** That task wants a commit by then; the one that wants it first looks after it. */
    void want(Object task, long byMs) {
        if (byMs < dueMs) {
            dueMs = byMs;
            holder = task;
        }
    }

    /**
     * Commits, if it is time.
     *
     * @param commit of a task that has something to commit: all others are committed with it
     */
    void ask(long nowMs, Runnable commit) {
        if (dueMs <= nowMs && freeMs() <= nowMs) {
            dueMs = NEVER;
            holder = null;
            lastMs = nowMs;
            beforeTookMs = lastTookMs();
            lastNanos = committingNanos.getAsLong();
            commit.run();
        }
    }

    /** When that task has to ask; never, when that is another's to do. */
    long wakeMs(Object task) {
        return holder == task ? Math.max(dueMs, freeMs()) : NEVER;
    }

    private long freeMs() {
        long tookMs = lastTookMs();
        long work = Math.min(WORK_PER_COMMIT * Math.min(tookMs, beforeTookMs), WORK_AT_MOST_MS);
        return lastMs + Math.max(APART_MS, tookMs + work);
    }

    private long lastTookMs() {
        return TimeUnit.NANOSECONDS.toMillis(committingNanos.getAsLong() - lastNanos);
    }
}
