package dev.sluice.system.check.send;

import dev.sluice.system.check.Findings;
import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.Violation;
import java.util.List;

/** What was looked at, and what was found. Not thread-safe. */
public final class SendReport {
    private final Findings<SendViolation> findings = new Findings<>(SendViolation.class);
    private Totals totals = new Totals(0, 0, 0, 0, 0, 0, 0);

    /**
     * Figures of a check.
     *
     * @param calls sends that reached the API
     * @param floods of these, answered with 429
     * @param requests distinct ones that were not refused
     * @param ended of these, with a terminal outcome
     * @param reviews of these, waiting for a person
     * @param waiting of these, with neither: no fault yet, but not done either
     * @param unknown jobs whose outcome was unknown at some time
     */
    public record Totals(long calls, long floods, long requests, long ended, long reviews, long waiting, long unknown) {

        Totals plus(Totals other) {
            return new Totals(
                    calls + other.calls,
                    floods + other.floods,
                    requests + other.requests,
                    ended + other.ended,
                    reviews + other.reviews,
                    waiting + other.waiting,
                    unknown + other.unknown);
        }
    }

    void add(SendViolation kind, String example) {
        findings.add(kind, 1, example);
    }

    void totals(Totals figures) {
        totals = figures;
    }

    public Totals totals() {
        return totals;
    }

    public long count(SendViolation kind) {
        return findings.count(kind);
    }

    /** Nothing was found. */
    public boolean clean() {
        return findings.isEmpty();
    }

    /** The findings and figures of both. */
    public SendReport plus(SendReport other) {
        SendReport sum = new SendReport();
        for (SendReport each : List.of(this, other)) {
            sum.findings.addAll(each.findings);
            sum.totals = sum.totals.plus(each.totals);
        }
        return sum;
    }

    /** With what a scan for credentials has found. */
    public SendReport plusSecrets(IngestReport scan) {
        SendReport sum = plus(new SendReport());
        if (scan.count(Violation.LEAKED) > 0) {
            sum.findings.add(SendViolation.LEAKED, scan.count(Violation.LEAKED), scan.toString());
        }
        return sum;
    }

    /** One line of figures and counts, then a line per example. */
    @Override
    public String toString() {
        return "calls=%d floods=%d requests=%d ended=%d reviews=%d waiting=%d unknown=%d %s"
                .formatted(
                        totals.calls(),
                        totals.floods(),
                        totals.requests(),
                        totals.ended(),
                        totals.reviews(),
                        totals.waiting(),
                        totals.unknown(),
                        findings);
    }
}
