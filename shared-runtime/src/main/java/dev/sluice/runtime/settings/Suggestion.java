package dev.sluice.runtime.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** "Did you mean": the known name that is nearest to a mistyped one. Pure. */
final class Suggestion {
    private Suggestion() {}

    /** The nearest of {@code known}, when it is near enough to be meant: up to one edit in five characters. */
    static Optional<String> nearest(String name, Collection<String> known) {
        int near = Math.max(2, name.length() / 5);
        return known.stream()
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= near)
                .filter(candidate -> distance(name, candidate) <= near)
                .min(Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Levenshtein: the least number of characters to add, drop or change. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
