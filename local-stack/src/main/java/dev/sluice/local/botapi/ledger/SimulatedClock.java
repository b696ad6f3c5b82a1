package dev.sluice.local.botapi.ledger;

import dev.sluice.local.botapi.core.Moment;

/** The server's clocks. The wall clock may be moved ahead for tests of expiry; the ledger always shows real time. */
public final class SimulatedClock {

    private final long baseNanos = System.nanoTime();
    private final long baseMicros = System.currentTimeMillis() * 1000;
    private volatile long skewMicros;

    public Moment now() {
        long nanos = System.nanoTime();
        return new Moment(nanos, micros(nanos) + skewMicros);
    }

    /** Real wall clock, in microseconds since 1970, of a monotonic time. */
    public long micros(long nanos) {
        return baseMicros + Math.floorDiv(nanos - baseNanos, 1000L);
    }

    /** Moves the server's wall clock ahead; timers do not move. */
    public void advance(long millis) {
        skewMicros += millis * 1000;
    }
}
