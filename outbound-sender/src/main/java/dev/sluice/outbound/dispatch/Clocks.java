package dev.sluice.outbound.dispatch;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The two clocks of a dispatcher. Both are asked about a lease: the wall clock sees that a record is old, the monotonic one
 * that this process stood still while somebody set the wall clock back.
 *
 * @param nanos as {@link System#nanoTime()}
 */
record Clocks(InstantSource wall, LongSupplier nanos) {

    Instant wallNow() {
        return wall.instant();
    }

    long now() {
        return nanos.getAsLong();
    }
}
