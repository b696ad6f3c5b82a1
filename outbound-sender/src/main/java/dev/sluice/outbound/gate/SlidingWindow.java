package dev.sluice.outbound.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One limit over a sliding window. A slot is taken at the grant and freed one window after the send, so that no window of
 * that length ever sees more than the limit on the wire, whatever lies between grant and send. While the call may still be sent
 * its slot has no end.
 *
 * <p>A call heavier than the limit gets an empty window and keeps it for as many windows as it fills.
 */
final class SlidingWindow {

    private static final long NEVER = Long.MAX_VALUE;

    private final Limit limit;
    private final long guardMs;
    private WindowSlot[] slots = new WindowSlot[1];
    private int size;

    SlidingWindow(Limit limit, long guardMs) {
        this.limit = limit;
        this.guardMs = guardMs;
    }

    /** The earliest time at which a call of that weight fits; never, if that hangs on calls whose send is not known. */
    long fitsAt(int weight, long nowMs) {
        prune(nowMs);
        if (fits(weight, used())) {
            return nowMs;
        }
        WindowSlot[] byTime = Arrays.copyOf(slots, size);
        Arrays.sort(byTime, (a, b) -> Long.compare(a.freeAtMs(), b.freeAtMs()));
        int left = used();
        for (WindowSlot slot : byTime) {
            left -= slot.weight();
            if (fits(weight, left)) {
                return slot.freeAtMs();
            }
        }
        throw new IllegalStateException("an empty window has room for anything");
    }

    private boolean fits(int weight, int used) {
        return used == 0 || used + weight <= limit.count();
    }

    /** Takes a slot for a call that may be sent at any time from now on. */
    void take(long grantId, int weight) {
        release(grantId);
        if (weight > 0) {
            add(new WindowSlot(grantId, weight, NEVER));
        }
    }

    /** Takes back a slot as it was stored. */
    void restore(WindowSlot slot) {
        if (find(slot.grantId()) < 0) {
            add(slot);
        }
    }

    /**
     * The call was sent at that time, or earlier. What is heard first may be the more exact, so a slot only gets shorter, and
     * one that is over by then stays over.
     */
    void sent(long grantId, long sentAtMs) {
        int i = find(grantId);
        if (i >= 0) {
            int weight = slots[i].weight();
            long freeAt = Math.min(slots[i].freeAtMs(), freedAfter(weight, sentAtMs));
            slots[i] = new WindowSlot(grantId, weight, freeAt);
        }
    }

    /** The same of a call that nobody waits for any more: if it was given up for unsent, its slot comes back. */
    void sentAfterAll(long grantId, int weight, long sentAtMs) {
        if (find(grantId) >= 0) {
            sent(grantId, sentAtMs);
        } else if (weight > 0) {
            add(new WindowSlot(grantId, weight, freedAfter(weight, sentAtMs)));
        }
    }

    /** The call was not sent, and will not be. */
    void release(long grantId) {
        int i = find(grantId);
        if (i >= 0) {
            removeAt(i);
        }
    }

    /** When the last slot is free; in the past when all are, never while a send is not known. */
    long emptyAt() {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            last = Math.max(last, slots[i].freeAtMs());
        }
        return last;
    }

    /** Takes over the slots of a window that has become this one. */
    void addAll(SlidingWindow other) {
        for (int i = 0; i < other.size; i++) {
            restore(other.slots[i]);
        }
    }

    /**
     * The slots to store: not those in flight, which their jobs tell, nor the usual ones of a short window, which a rebuild
     * waits out.
     */
    List<WindowSlot> stored(long nowMs) {
        prune(nowMs);
        List<WindowSlot> stored = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (slots[i].freeAtMs() != NEVER && !Rebuild.outlives(limit, slots[i].weight())) {
                stored.add(slots[i]);
            }
        }
        return stored;
    }

    private long freedAfter(int weight, long sentAtMs) {
        return sentAtMs + limit.occupiedMs(weight) + guardMs;
    }

    private int used() {
        int used = 0;
        for (int i = 0; i < size; i++) {
            used += slots[i].weight();
        }
        return used;
    }

    private void prune(long nowMs) {
        for (int i = size - 1; i >= 0; i--) {
            if (slots[i].freeAtMs() <= nowMs) {
                removeAt(i);
            }
        }
    }

    private int find(long grantId) {
        for (int i = 0; i < size; i++) {
            if (slots[i].grantId() == grantId) {
                return i;
            }
        }
        return -1;
    }

    private void add(WindowSlot slot) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
        }
        slots[size++] = slot;
    }

    @SuppressWarnings("NullAway") // beyond size nothing is read
    private void removeAt(int i) {
        slots[i] = slots[--size];
        slots[size] = null;
    }
}
