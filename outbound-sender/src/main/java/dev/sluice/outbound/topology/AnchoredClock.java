package dev.sluice.outbound.topology;

import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The brokers' time when it was read, and the monotonic time since. It is never ahead of the brokers, since reading it takes
 * time, so a stored deadline never passes early by it; how far two anchors may lie apart is what {@code clock-skew} covers.
 */
public final class AnchoredClock implements GateClock {
    private final long anchorMs;
    private final long anchorNanos;
    private final LongSupplier nanos;
    private final InstantSource wall;

    /**
     * A clock that goes on from there.
     *
     * @param brokerMs what a broker's clock showed a moment ago
     * @param nanos as {@link System#nanoTime()}
     */
    public AnchoredClock(long brokerMs, LongSupplier nanos, InstantSource wall) {
        this.anchorMs = brokerMs;
        this.anchorNanos = nanos.getAsLong();
        this.nanos = nanos;
        this.wall = wall;
    }

    @Override
    public long gateMs() {
        return anchorMs + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - anchorNanos);
    }

    @Override
    public long wallMs() {
        return wall.millis();
    }

    @Override
    public double jitter() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
