package dev.sluice.system.check;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Checks I1 to I4 for the bots of a ledger. Not thread-safe.
 *
 * <p>The order of the reads makes the check exact while a poller is at work: the ledger is older than the updates, so what
 * it calls confirmed must be among them; the checkpoints are read before the updates for what they name, and after them for
 * what must be named.
 */
public final class IngestInvariants {
    /** A transaction of a killed poller hangs for up to 15 s, or until the next owner settles it. */
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    private final CommittedReader reader;
    private final String updates;
    private final String checkpoints;
    private final String quarantine;

    /**
     * Takes the full names of the three topics, all of which the reader was opened with.
     */
    public IngestInvariants(CommittedReader reader, String updates, String checkpoints, String quarantine) {
        this.reader = reader;
        this.updates = updates;
        this.checkpoints = checkpoints;
        this.quarantine = quarantine;
    }

    /** Reads the topics to their ends and checks everything. The ledger was taken before. */
    public IngestReport check(ApiLedger ledger) {
        reader.readToEnd(DEADLINE, checkpoints);
        List<StoredRecord> before = List.copyOf(reader.records(checkpoints));
        reader.readToEnd(DEADLINE, quarantine, updates);
        List<StoredRecord> stored = List.copyOf(reader.records(updates));
        reader.readToEnd(DEADLINE, checkpoints);
        IngestReport report = new IngestReport();
        StoredUpdates index = new StoredUpdates(stored, reader.records(quarantine), ledger);
        UpdateCheck.check(ledger, stored, index, report);
        CheckpointCheck.check(ledger.bots(), before, reader.records(checkpoints), stored, index, report);
        return report;
    }

    /** Where the updates end now. To be asked right after the ledger was taken, for {@link #checkConfirmedAt}. */
    public Map<TopicPartition, Long> mark() {
        return reader.ends(updates, quarantine);
    }

    /**
     * Checks I1 as it stood at an earlier moment: what the ledger then called confirmed was written before the mark. Catches
     * a poller that confirms first and stores later, even when it lived long enough to store.
     */
    public IngestReport checkConfirmedAt(ApiLedger ledger, Map<TopicPartition, Long> mark) {
        reader.readTo(mark, DEADLINE);
        List<StoredRecord> then = before(mark, reader.records(updates));
        List<StoredRecord> quarantined = before(mark, reader.records(quarantine));
        IngestReport report = new IngestReport();
        // what was stored is not compared: it may have been given after the ledger was taken
        UpdateCheck.checkGiven(ledger, new StoredUpdates(then, quarantined, ledger), report);
        return report;
    }

    private static List<StoredRecord> before(Map<TopicPartition, Long> mark, List<StoredRecord> records) {
        return records.stream()
                .filter(r -> r.offset() < mark.getOrDefault(new TopicPartition(r.topic(), r.partition()), 0L))
                .toList();
    }
}
