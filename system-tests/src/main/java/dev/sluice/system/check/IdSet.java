package dev.sluice.system.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of update ids, kept as closed ranges. Not thread-safe. */
final class IdSet {
    private final TreeMap<Integer, Integer> ranges = new TreeMap<>();

    record Range(int first, int last) {}

    boolean contains(int id) {
        Map.Entry<Integer, Integer> below = ranges.floorEntry(id);
        return below != null && below.getValue() >= id;
    }

    /** Adds a range and returns the parts of it that were not in the set. */
    List<Range> add(int first, int last) {
        List<Range> added = new ArrayList<>();
        int from = first;
        int newFirst = first;
        int newLast = last;
        Map.Entry<Integer, Integer> next = ranges.floorEntry(first);
        if (next == null || next.getValue() < first) {
            next = ranges.higherEntry(first);
        }
        while (next != null && next.getKey() <= last) {
            if (next.getKey() > from) {
                added.add(new Range(from, next.getKey() - 1));
            }
            from = next.getValue() + 1;
            newFirst = Math.min(newFirst, next.getKey());
            newLast = Math.max(newLast, next.getValue());
            ranges.remove(next.getKey());
            next = ranges.higherEntry(next.getKey());
        }
        if (from <= last) {
            added.add(new Range(from, last));
        }
        ranges.put(newFirst, newLast);
        return added;
    }
}
