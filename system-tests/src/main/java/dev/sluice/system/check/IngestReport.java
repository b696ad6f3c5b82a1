package dev.sluice.system.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts by kind, and the first examples of each kind. Not thread-safe. */
public final class IngestReport {
    private static final int EXAMPLES = 5;

    private final Map<Violation, Long> counts = new EnumMap<>(Violation.class);
    private final Map<Violation, List<String>> examples = new EnumMap<>(Violation.class);
    private long pushed;
    private long stored;
    private long waiting;

    void add(Violation kind, String example) {
        add(kind, 1, example);
    }

    void add(Violation kind, long count, String example) {
        counts.merge(kind, count, Long::sum);
        List<String> kept = examples.computeIfAbsent(kind, k -> new ArrayList<>());
        if (kept.size() < EXAMPLES) {
            kept.add(example);
        }
    }

    void totals(long pushedCount, long storedCount, long waitingCount) {
        pushed += pushedCount;
        stored += storedCount;
        waiting += waitingCount;
    }

    public long count(Violation kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Updates that the API queued. */
    public long pushed() {
        return pushed;
    }

    /** Updates that a read_committed reader sees. */
    public long stored() {
        return stored;
    }

    /** Updates that are not stored and that the API still keeps: no fault yet, but not done either. */
    public long waiting() {
        return waiting;
    }

    /** Nothing was found. */
    public boolean clean() {
        return counts.isEmpty();
    }

    /** The findings of both. */
    public IngestReport plus(IngestReport other) {
        IngestReport sum = new IngestReport();
        for (IngestReport each : List.of(this, other)) {
            each.counts.forEach((kind, count) -> sum.counts.merge(kind, count, Long::sum));
            each.examples.forEach((kind, texts) ->
                    sum.examples.computeIfAbsent(kind, k -> new ArrayList<>()).addAll(texts));
            sum.totals(each.pushed, each.stored, each.waiting);
        }
        return sum;
    }

    /** One line of counts, then a line per example. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("pushed=" + pushed + " stored=" + stored + " waiting=" + waiting);
        for (Violation kind : Violation.values()) {
            text.append(' ')
                    .append(kind.name().toLowerCase(Locale.ROOT))
                    .append('=')
                    .append(count(kind));
        }
        examples.forEach((kind, texts) -> texts.forEach(
                example -> text.append("\n  ").append(kind).append(": ").append(example)));
        return text.toString();
    }
}
