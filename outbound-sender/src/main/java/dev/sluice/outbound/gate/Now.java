package dev.sluice.outbound.gate;

/**
 * The time of one event, as the gate is told it.
 *
 * @param gateMs the gate's clock: milliseconds that never step back, anchored once at the epoch. Every deadline is in it
 * @param wallMs wall time, for {@code not_before} and {@code expires_at} only; it may step
 * @param jitter chance from outside, from 0 inclusive to 1 exclusive. It only ever postpones (R111)
 */
public record Now(long gateMs, long wallMs, double jitter) {

    public Now {
        if (!(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException("jitter is at least 0 and less than 1");
        }
    }

    public static Now of(long gateMs, long wallMs) {
        return new Now(gateMs, wallMs, 0);
    }

    /** When the gate's clock will show that wall time, if the wall does not step until then. */
    long gateAt(long wall) {
        // a request may name any time, also one that no sum can hold
        return wall >= Long.MAX_VALUE / 2 ? Long.MAX_VALUE : gateMs + (wall - wallMs);
    }
}
