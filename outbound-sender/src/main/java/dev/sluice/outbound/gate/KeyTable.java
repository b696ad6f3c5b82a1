package dev.sluice.outbound.gate;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of things that know their own key: four to sixteen bytes each and no node, where a {@link java.util.HashMap}
 * takes forty. Open addressing with linear probing; removal moves later entries up, so it leaves no marks behind. It shrinks.
 */
final class KeyTable<T extends Keyed> {

    private static final int SMALLEST = 16;

    private @Nullable Object[] slots = new @Nullable Object[SMALLEST];
    private int size;

    int size() {
        return size;
    }

    @Nullable
    T get(Keyed.Name name) {
        for (int i = home(name.hash()); ; i = next(i)) {
            T found = at(i);
            if (found == null || found.isNamed(name)) {
                return found;
            }
        }
    }

    /** Adds one whose key is not there yet. */
    void add(T item) {
        if ((size + 1) * 4L > slots.length * 3L) {
            resize(slots.length * 2);
        }
        insert(item);
        size++;
    }

    void remove(T item) {
        int gap = home(item.hash());
        while (at(gap) != item) {
            if (at(gap) == null) {
                throw new IllegalStateException("not in the table");
            }
            gap = next(gap);
        }
        slots[gap] = null;
        size--;
        closeGap(gap);
        if (slots.length > SMALLEST && size * 8L < slots.length) {
            resize(slots.length / 2);
        }
    }

    void forEach(Consumer<T> consumer) {
        for (int i = 0; i < slots.length; i++) {
            T item = at(i);
            if (item != null) {
                consumer.accept(item);
            }
        }
    }

    /** Whoever was pushed past the gap moves into it, if that is not before its home. */
    private void closeGap(int emptied) {
        int gap = emptied;
        int i = next(gap);
        for (T item = at(i); item != null; item = at(i)) {
            int distance = (i - home(item.hash())) & (slots.length - 1);
            int toGap = (i - gap) & (slots.length - 1);
            if (distance >= toGap) {
                slots[gap] = item;
                slots[i] = null;
                gap = i;
            }
            i = next(i);
        }
    }

    private void resize(int length) {
        @Nullable Object[] old = slots;
        slots = new @Nullable Object[length];
        for (Object item : old) {
            if (item != null) {
                insert(cast(item));
            }
        }
    }

    private void insert(T item) {
        int i = home(item.hash());
        while (slots[i] != null) {
            i = next(i);
        }
        slots[i] = item;
    }

    private int home(int hash) {
        return hash & (slots.length - 1);
    }

    private int next(int i) {
        return (i + 1) & (slots.length - 1);
    }

    private @Nullable T at(int i) {
        Object item = slots[i];
        return item == null ? null : cast(item);
    }

    @SuppressWarnings("unchecked") // only add puts anything in
    private T cast(Object item) {
        return (T) item;
    }
}
