package dev.sluice.cli.deadletters;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonLines;
import dev.sluice.cli.SenderWriter;
import dev.sluice.model.RecordPlace;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Instant;
import java.util.Collection;

/** Tries dead letters again, one after the other, and says of each what became of it. */
final class RetryRun {
    private final Console console;
    private final boolean json;
    private final Cluster cluster;
    private int failed;

    RetryRun(Console console, boolean json, Cluster cluster) {
        this.console = console;
        this.json = json;
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
        missing.forEach(origin -> fail(origin.text(), "missing", "no dead letter has this origin"));
        if (failed > 0) {
            throw new StartFailure(
                    ExitCode.CHECK_FAILED,
                    "dead-letters",
                    failed + " of " + (letters.size() + missing.size()) + " were not retried; see above");
        }
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
            print(origin, "retried", place.text());
        } else if (retry instanceof Retry.Never never) {
            fail(origin, "refused", never.why());
        }
    }

    private void fail(String origin, String status, String detail) {
        failed++;
        print(origin, status, detail);
    }

    private void print(String origin, String status, String detail) {
        console.out()
                .println(
                        json
                                ? JsonLines.object(json -> {
                                    json.writeStringProperty("origin", origin);
                                    json.writeStringProperty("status", status);
                                    json.writeStringProperty("detail", detail);
                                })
                                : origin + " " + status + " " + detail);
    }
}
