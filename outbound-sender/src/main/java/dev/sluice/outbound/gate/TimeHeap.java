package dev.sluice.outbound.gate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The earliest of many by time: a binary heap whose members know where they stand, so that one is moved or removed without a
 * search. Four bytes for each beside its own place.
 */
final class TimeHeap<T> {

    /** How a member tells its time and keeps its place. */
    interface Access<T> {
        long time(T item);

        int place(T item);

        /** -1: not in the heap. */
        void place(T item, int place);
    }

    private static final int SMALLEST = 16;

    private final Access<T> access;
    private @Nullable Object[] items = new @Nullable Object[SMALLEST];
    private int size;

    TimeHeap(Access<T> access) {
        this.access = access;
    }

    int size() {
        return size;
    }

    @Nullable
    T first() {
        return size == 0 ? null : at(0);
    }

    /** The time of the first; {@link Long#MAX_VALUE} when there is none. */
    long firstTime() {
        return size == 0 ? Long.MAX_VALUE : access.time(at(0));
    }

    /** Adds a member, or moves it to where its time belongs. */
    void put(T item) {
        int place = access.place(item);
        if (place < 0) {
            if (size == items.length) {
                items = Arrays.copyOf(items, size * 2);
            }
            up(item, size++);
        } else {
            up(item, place);
            down(item, access.place(item));
        }
    }

    /** Does nothing with one that is no member. */
    void remove(T item) {
        int place = access.place(item);
        if (place < 0) {
            return;
        }
        access.place(item, -1);
        T last = at(--size);
        items[size] = null;
        if (last != item) {
            up(last, place);
            down(last, access.place(last));
        }
        if (items.length > SMALLEST && size * 4 < items.length) {
            items = Arrays.copyOf(items, items.length / 2);
        }
    }

    private void up(T item, int from) {
        int i = from;
        while (i > 0) {
            int parent = (i - 1) / 2;
            T above = at(parent);
            if (access.time(above) <= access.time(item)) {
                break;
            }
            set(above, i);
            i = parent;
        }
        set(item, i);
    }

    private void down(T item, int from) {
        int i = from;
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && access.time(at(child + 1)) < access.time(at(child))) {
                child++;
            }
            T below = at(child);
            if (access.time(item) <= access.time(below)) {
                break;
            }
            set(below, i);
            i = child;
        }
        set(item, i);
    }

    private void set(T item, int place) {
        items[place] = item;
        access.place(item, place);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // below size only members stand
    private T at(int i) {
        return (T) items[i];
    }
}
