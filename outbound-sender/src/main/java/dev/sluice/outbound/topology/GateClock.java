package dev.sluice.outbound.topology;

import dev.sluice.outbound.gate.Now;

/** The time and the chance that gates are told. Thread-safe. */
public interface GateClock {

    /**
     * Milliseconds that never step, anchored at the brokers' time: stored deadlines are in it, so they mean the same to
     * whoever takes over, whatever the wall clock of either host shows (R76, R141).
     */
    long gateMs();

    /** What the wall clock shows; it may step. */
    long wallMs();

    /** From 0 inclusive to 1 exclusive. */
    double jitter();

    default Now now() {
        return new Now(gateMs(), wallMs(), jitter());
    }
}
