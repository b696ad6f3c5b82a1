package dev.sluice.system.check;

import java.util.List;

/** Counts by kind, and the first examples of each kind. Not thread-safe. */
public final class IngestReport {
    private final Findings<Violation> findings = new Findings<>(Violation.class);
    private long pushed;
    private long stored;
    private long waiting;

    void add(Violation kind, String example) {
        add(kind, 1, example);
    }

    void add(Violation kind, long count, String example) {
        findings.add(kind, count, example);
    }

    void totals(long pushedCount, long storedCount, long waitingCount) {
        pushed += pushedCount;
        stored += storedCount;
        waiting += waitingCount;
    }

    public long count(Violation kind) {
        return findings.count(kind);
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
        return findings.isEmpty();
    }

    /** The findings of both. */
    public IngestReport plus(IngestReport other) {
        IngestReport sum = new IngestReport();
        for (IngestReport each : List.of(this, other)) {
            sum.findings.addAll(each.findings);
            sum.totals(each.pushed, each.stored, each.waiting);
        }
        return sum;
    }

    /** One line of counts, then a line per example. */
    @Override
    public String toString() {
        return "pushed=" + pushed + " stored=" + stored + " waiting=" + waiting + " " + findings;
    }
}
