package dev.sluice.cli.quarantine;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.RetryReport;
import dev.sluice.cli.quarantine.Retry.Again;
import dev.sluice.cli.quarantine.Retry.Never;
import dev.sluice.cli.quarantine.UpdateWriter.Written;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.ScannedUpdate;
import dev.sluice.model.UpdateScanner;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/** Stores what was too large, one after the other, and says of each what became of it. */
final class RetryRun {
    private final RetryReport report;
    private final Cluster cluster;

    RetryRun(RetryReport report, Cluster cluster) {
        this.report = report;
        this.cluster = cluster;
    }

    /**
     * Stores what can be stored.
     *
     * @param missing places that were asked for and where nothing stands
     * @throws StartFailure (CHECK_FAILED) when one is missing or refused
     */
    void run(Collection<Quarantined> records, Collection<RecordPlace> missing) {
        if (!records.isEmpty()) {
            try (UpdateWriter writer = new UpdateWriter(cluster)) {
                records.forEach(record -> retry(writer, record));
            }
        }
        missing.forEach(place -> report.missing(place.text(), "nothing stands there"));
        report.requireAll("quarantine", records.size() + missing.size());
    }

    private void retry(UpdateWriter writer, Quarantined record) {
        Retry retry = Retry.of(record, Instant.now());
        if (retry instanceof Again again) {
            store(writer, record, again);
        } else if (retry instanceof Never never) {
            report.refused(record.place().text(), never.why());
        }
    }

    private void store(UpdateWriter writer, Quarantined record, Again again) {
        String place = record.place().text();
        Optional<byte[]> bytes = StoredParts.read(cluster, record, again.parts());
        if (bytes.isEmpty()) {
            report.refused(place, "its " + again.parts().parts() + " parts are not all there as they were");
            return;
        }
        Optional<ScannedUpdate> scanned = scan(bytes.get())
                .filter(found ->
                        found.updateId().equals(OptionalInt.of(again.key().updateId())));
        if (scanned.isEmpty()) {
            report.refused(
                    place, "its bytes do not have the update_id " + again.key().updateId());
            return;
        }
        Written written = writer.write(again, bytes.get(), scanned.get().facts(), record.place());
        if (written instanceof Written.Stored stored) {
            report.retried(place, stored.place());
        } else if (written instanceof Written.Refused refused) {
            report.refused(place, refused.why());
        }
    }

    /** Empty for what is no JSON: the hash says that the bytes are those that were put there, not what they are. */
    private static Optional<ScannedUpdate> scan(byte[] update) {
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), update)) {
            parser.nextToken();
            return Optional.of(UpdateScanner.scan(parser));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
