package dev.sluice.outbound.gate;

/**
 * A part of a window that a call has taken.
 *
 * @param freeAtMs gate time; free from then on
 */
public record WindowSlot(long grantId, int weight, long freeAtMs) {

    WindowSlot later(long ms) {
        return new WindowSlot(grantId, weight, freeAtMs + ms);
    }
}
