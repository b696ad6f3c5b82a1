package dev.sluice.system.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Findings by kind: how many, and the first examples of each. Not thread-safe.
 *
 * @param <K> the kinds
 */
public final class Findings<K extends Enum<K>> {
    private static final int EXAMPLES = 5;

    private final Class<K> kinds;
    private final Map<K, Long> counts;
    private final Map<K, List<String>> examples;

    public Findings(Class<K> kinds) {
        this.kinds = kinds;
        counts = new EnumMap<>(kinds);
        examples = new EnumMap<>(kinds);
    }

    public void add(K kind, long count, String example) {
        counts.merge(kind, count, Long::sum);
        List<String> kept = examples.computeIfAbsent(kind, k -> new ArrayList<>());
        if (kept.size() < EXAMPLES) {
            kept.add(example);
        }
    }

    /** Adds all of the other's. */
    public void addAll(Findings<K> other) {
        other.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        other.examples.forEach((kind, texts) ->
                examples.computeIfAbsent(kind, k -> new ArrayList<>()).addAll(texts));
    }

    public long count(K kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Nothing was found. */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** {@code kind=count} for every kind, then a line per example. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (K kind : kinds.getEnumConstants()) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(kind.name().toLowerCase(Locale.ROOT))
                    .append('=')
                    .append(count(kind));
        }
        examples.forEach((kind, texts) -> texts.forEach(
                example -> text.append("\n  ").append(kind).append(": ").append(example)));
        return text.toString();
    }
}
