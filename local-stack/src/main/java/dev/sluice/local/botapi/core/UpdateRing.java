package dev.sluice.local.botapi.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A growing ring of updates with ascending ids; what expires in the middle leaves a hole until the head passes it. */
final class UpdateRing {

    private @Nullable QueuedUpdate[] slots = new QueuedUpdate[16];
    private int first;
    private int used;
    private int live;

    /** How many updates, holes not counted. */
    int size() {
        return live;
    }

    void add(QueuedUpdate update) {
        if (used == slots.length) {
            grow();
        }
        slots[(first + used) & (slots.length - 1)] = update;
        used++;
        live++;
    }

    @Nullable
    QueuedUpdate head() {
        while (used > 0) {
            QueuedUpdate update = slots[first];
            if (update != null) {
                return update;
            }
            dropFirstSlot();
        }
        return null;
    }

    /** Removes the head, which must exist. */
    void removeHead() {
        slots[first] = null;
        live--;
        dropFirstSlot();
    }

    /** Slots to visit with {@link #at}; some may be holes. */
    int slots() {
        return used;
    }

    @Nullable
    QueuedUpdate at(int slot) {
        return slots[(first + slot) & (slots.length - 1)];
    }

    /** Empties the slot, which must hold an update. */
    void removeAt(int slot) {
        slots[(first + slot) & (slots.length - 1)] = null;
        live--;
    }

    private void dropFirstSlot() {
        first = (first + 1) & (slots.length - 1);
        used--;
    }

    private void grow() {
        @Nullable QueuedUpdate[] wider = new QueuedUpdate[slots.length * 2];
        int tailLength = slots.length - first;
        System.arraycopy(slots, first, wider, 0, tailLength);
        System.arraycopy(slots, 0, wider, tailLength, first);
        Arrays.fill(slots, null);
        slots = wider;
        first = 0;
    }
}
