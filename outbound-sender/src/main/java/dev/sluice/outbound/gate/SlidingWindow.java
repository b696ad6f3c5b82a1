package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One limit over a sliding window. A slot is taken at the grant and freed one window after the send, so that no window of
 * that length ever sees more than the limit on the wire, whatever lies between grant and send. While the call may still be sent
 * its slot has no end.
 *
 * <p>A call heavier than the limit gets an empty window and keeps it for as many windows as it fills.
 *
 * <p>A call may be granted a little before it fits, if it names every slot that has to be over first and is started when all
 * of them are ({@link #hold}). That keeps the limit, however slots are freed, shortened, given back or told of in another
 * order meanwhile. For let more calls lie in one window than fit, and let g be the one of them that was granted last. Each other
 * one was granted before. Its slot was over when g was granted, or g waited for it, and then it lies a whole window before g;
 * or it was never sent; or it is one of those beside which g fits, and all of them together with g are no more than fit.
 */
final class SlidingWindow {

    private static final long NEVER = Long.MAX_VALUE;

    /** The most slots that an early grant names: each is a part of a record. */
    static final int MAX_HOLD = 40;

    private static final WindowSlot[] NOTHING = {};

    private final Limit limit;
    private final long guardMs;
    private WindowSlot[] slots = new WindowSlot[1];
    private int size;

    SlidingWindow(Limit limit, long guardMs) {
        this.limit = limit;
        this.guardMs = guardMs;
    }

    /**
     * The earliest time to grant a call of that weight, so that it waits for room no longer than {@code leadMs}; never, if
     * that hangs on calls whose send is not known.
     */
    long fitsAt(int weight, long nowMs, long leadMs) {
        WindowSlot[] inTheWay = inTheWay(weight, nowMs);
        int count = inTheWay.length;
        if (count == 0) {
            return nowMs;
        }
        long last = inTheWay[count - 1].freeAtMs();
        if (last == NEVER) {
            return NEVER;
        }
        long at = Math.max(nowMs, last - leadMs);
        return count > MAX_HOLD ? Math.max(at, inTheWay[count - 1 - MAX_HOLD].freeAtMs()) : at;
    }

    /** What a call of that weight waits for, when it is granted now. */
    List<Attempt.Hold> hold(int weight, long nowMs) {
        List<Attempt.Hold> hold = new ArrayList<>();
        for (WindowSlot slot : inTheWay(weight, nowMs)) {
            hold.add(new Attempt.Hold(slot.grantId(), slot.freeAtMs() - nowMs, occupiedMs(slot.weight())));
        }
        return hold;
    }

    /** The slots that have to be over before a call of that weight fits, those that are free first in front. */
    private WindowSlot[] inTheWay(int weight, long nowMs) {
        prune(nowMs);
        int left = used();
        if (fits(weight, left)) {
            return NOTHING;
        }
        WindowSlot[] byTime = Arrays.copyOf(slots, size);
        Arrays.sort(byTime, (a, b) -> Long.compare(a.freeAtMs(), b.freeAtMs()));
        for (int i = 0; i < byTime.length; i++) {
            left -= byTime[i].weight();
            if (fits(weight, left)) {
                return Arrays.copyOf(byTime, i + 1);
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
        return sentAtMs + occupiedMs(weight);
    }

    /** For how long after its send a call takes the window. */
    private long occupiedMs(int weight) {
        return limit.occupiedMs(weight) + guardMs;
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
