package dev.sluice.outbound.topology;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Time;

/**
 * The time of Kafka Streams: the wall's when the process began, and from there the monotonic one. With the wall clock itself a
 * step back of ten minutes stops all punctuations, and commits, for as long (seen; R141).
 */
final class MonotonicTime implements Time {
    private final LongSupplier nanos;
    private final long startMs;
    private final long startNanos;

    MonotonicTime(long wallMs, LongSupplier nanos) {
        this.nanos = nanos;
        this.startMs = wallMs;
        this.startNanos = nanos.getAsLong();
    }

    @Override
    public long milliseconds() {
        return startMs + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - startNanos);
    }

    @Override
    public long nanoseconds() {
        return nanos.getAsLong();
    }

    @Override
    public void sleep(long ms) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms));
    }
}
