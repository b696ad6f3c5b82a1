package dev.sluice.outbound.gate;

import java.util.List;
import java.util.Optional;

/**
 * What is stored of one chat: only what its jobs do not tell, and only while it matters.
 *
 * @param movedTo the key of the chat that it has become; kept for good, since requests may name the old id for ever
 * @param cooldownUntilMs gate time; 0 without
 * @param cancelBeforeMs requests with a record timestamp below it are cancelled as they come (R116); wall time
 * @param cancelUntilMs gate time; the mark is forgotten then
 * @param calls taken slots of the chat window that outlast a rebuild's rest
 * @param items the same of the group window
 */
public record ChatState(
        String chatKey,
        Optional<String> movedTo,
        long cooldownUntilMs,
        long cancelBeforeMs,
        long cancelUntilMs,
        List<WindowSlot> calls,
        List<WindowSlot> items) {

    public ChatState {
        calls = List.copyOf(calls);
        items = List.copyOf(items);
    }

    /** Whether nothing of it matters any more: the stored piece may be purged. */
    public boolean isOver(long gateMs) {
        return movedTo.isEmpty() && cancelUntilMs <= gateMs && !isLive(gateMs);
    }

    /** Whether it keeps the chat from sending. */
    boolean isLive(long gateMs) {
        return cooldownUntilMs > gateMs || isTaken(calls, gateMs) || isTaken(items, gateMs);
    }

    private static boolean isTaken(List<WindowSlot> slots, long gateMs) {
        return slots.stream().anyMatch(slot -> slot.freeAtMs() > gateMs);
    }
}
