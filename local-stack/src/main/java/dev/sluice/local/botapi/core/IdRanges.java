package dev.sluice.local.botapi.core;

import java.util.Arrays;

/** A list of ids as closed ranges in the order in which they were added; neighbours that follow each other are merged. */
public final class IdRanges {

    public static final IdRanges NONE = new IdRanges(new int[0], 0);

    private final int[] bounds;
    private final int ids;

    private IdRanges(int[] bounds, int ids) {
        this.bounds = bounds;
        this.ids = ids;
    }

    public static IdRanges of(int first, int last) {
        return new IdRanges(new int[] {first, last}, last - first + 1);
    }

    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /** How many ids, not how many ranges. */
    public int count() {
        return ids;
    }

    public int ranges() {
        return bounds.length / 2;
    }

    public int first(int range) {
        return bounds[2 * range];
    }

    public int last(int range) {
        return bounds[2 * range + 1];
    }

    public boolean contains(int id) {
        for (int r = 0; r < ranges(); r++) {
            if (first(r) <= id && id <= last(r)) {
                return true;
            }
        }
        return false;
    }

    public IdRanges plus(IdRanges more) {
        if (more.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return more;
        }
        Builder both = new Builder();
        both.addAll(this);
        both.addAll(more);
        return both.build();
    }

    /** {@code [[first,last],…]} */
    public String toJson() {
        StringBuilder json = new StringBuilder("[");
        for (int r = 0; r < ranges(); r++) {
            json.append(r > 0 ? ",[" : "[")
                    .append(first(r))
                    .append(',')
                    .append(last(r))
                    .append(']');
        }
        return json.append(']').toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IdRanges that && Arrays.equals(bounds, that.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        return toJson();
    }

    /** Collects ids one by one. */
    public static final class Builder {
        private int[] bounds = new int[2];
        private int used;
        private int ids;

        public void add(int id) {
            if (used > 0 && bounds[used - 1] + 1 == id) {
                bounds[used - 1] = id;
                ids++;
            } else {
                addRange(id, id);
            }
        }

        void addAll(IdRanges ranges) {
            for (int r = 0; r < ranges.ranges(); r++) {
                if (used > 0 && bounds[used - 1] + 1 == ranges.first(r)) {
                    bounds[used - 1] = ranges.last(r);
                    ids += ranges.last(r) - ranges.first(r) + 1;
                } else {
                    addRange(ranges.first(r), ranges.last(r));
                }
            }
        }

        private void addRange(int first, int last) {
            if (used == bounds.length) {
                bounds = Arrays.copyOf(bounds, used * 2);
            }
            bounds[used++] = first;
            bounds[used++] = last;
            ids += last - first + 1;
        }

        public IdRanges build() {
            return used == 0 ? NONE : new IdRanges(Arrays.copyOf(bounds, used), ids);
        }
    }
}
