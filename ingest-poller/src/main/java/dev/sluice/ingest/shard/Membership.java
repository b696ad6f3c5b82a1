package dev.sluice.ingest.shard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How sure this process may be that the group still counts it as a member. Written by the ownership thread, read by all
 * owner threads before each poll.
 *
 * <p>A process that was frozen for longer than a session has lost its shards without knowing it. What it could still
 * write is fenced; a getUpdates is not, and after a restart of the id sequence an old offset may confirm updates that
 * nobody has stored. So after a standstill no poll leaves before the group has confirmed the assignment anew (DESIGN
 * section 3).
 */
final class Membership {
    /** Half the session timeout: a standstill that is noticed at this length cannot have cost the membership yet. */
    static final Duration STANDSTILL = Duration.ofSeconds(3);

    private final LongSupplier nanoTime;
    private volatile long lastTickNanos;
    private final AtomicLong doubts = new AtomicLong();

    Membership() {
        this(System::nanoTime);
    }

    Membership(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastTickNanos = nanoTime.getAsLong();
    }

    /** The ownership thread comes round. Called by that thread alone. */
    void tick() {
        long now = nanoTime.getAsLong();
        if (now - lastTickNanos > STANDSTILL.toNanos()) {
            doubts.incrementAndGet();
        }
        lastTickNanos = now;
    }

    /** Grows by one with every standstill; a confirmation is worth something only while this stays the same. */
    long doubts() {
        return doubts.get();
    }

    /** True while nothing speaks against the membership that was confirmed when {@link #doubts} was {@code known}. */
    boolean isSure(long known) {
        return doubts.get() == known && nanoTime.getAsLong() - lastTickNanos < STANDSTILL.toNanos();
    }
}
