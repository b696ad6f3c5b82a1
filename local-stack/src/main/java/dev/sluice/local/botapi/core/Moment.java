package dev.sluice.local.botapi.core;

/**
 * One instant on both clocks that the server uses.
 *
 * @param nanos monotonic, as {@link System#nanoTime()}; intervals and timers
 * @param unixMicros wall clock in microseconds since 1970; expiry and dates
 */
public record Moment(long nanos, long unixMicros) {

    /** Whole seconds since 1970, as the server's own clock counts. */
    public long unixSeconds() {
        return Math.floorDiv(unixMicros, 1_000_000L);
    }
}
