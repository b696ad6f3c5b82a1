package dev.sluice.outbound.dispatch;

import java.time.Duration;
import java.time.Instant;

/**
 * Notices that the wall clock was set. Kafka's clients keep their time by it: after a step back their timers stand still, no
 * heartbeat leaves, and the group throws the member out every few seconds. New clients have new timers.
 */
final class ClockWatch {
    private static final Duration STEP = Duration.ofSeconds(2);

    private Instant wall;
    private long nanos;

    ClockWatch(Instant wall, long nanos) {
        this.wall = wall;
        this.nanos = nanos;
    }

    /** Whether the wall clock has gone another way than the monotonic one since it was last asked. */
    boolean stepped(Instant wallNow, long nowNanos) {
        Duration drift = Duration.between(wall, wallNow).minusNanos(nowNanos - nanos);
        wall = wallNow;
        nanos = nowNanos;
        return drift.abs().compareTo(STEP) > 0;
    }
}
