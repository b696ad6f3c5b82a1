package dev.sluice.cli.deadletters;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.RetryReport;
import dev.sluice.cli.SenderWriter;
import dev.sluice.model.RecordPlace;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Instant;
import java.util.Collection;

/** Tries dead letters again, one after the other, and says of each what became of it. */
final class RetryRun {
    private final RetryReport report;
    private final Cluster cluster;

    RetryRun(RetryReport report, Cluster cluster) {
        this.report = report;
        this.cluster = cluster;
    }

    /**
     * Writes what can succeed.
     *
     * @param missing origins that were asked for and that no dead letter has
     * @throws StartFailure (CHECK_FAILED) when one is missing or refused
     */
    void run(Collection<DeadLetter> letters, Collection<RecordPlace> missing) {
        try (SenderWriter writer = new SenderWriter(cluster)) {
            letters.forEach(letter -> retry(writer, letter));
        }
        missing.forEach(origin -> report.missing(origin.text(), "no dead letter has this origin"));
        report.requireAll("dead-letters", letters.size() + missing.size());
    }

    private void retry(SenderWriter writer, DeadLetter letter) {
        String origin = letter.why().origin().map(RecordPlace::text).orElse("unknown");
        Retry retry = Retry.of(letter, cluster.names(), Instant.now());
        if (retry instanceof Retry.Again again) {
            RecordPlace place = writer.write(
                    origin,
                    again.topic(),
                    again.sender(),
                    again.at().toEpochMilli(),
                    letter.key(),
                    again.value(),
                    Retry.headers(letter));
            report.retried(origin, place);
        } else if (retry instanceof Retry.Never never) {
            report.refused(origin, never.why());
        }
    }
}
