package dev.sluice.system.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** I1, I2 and byte-exactness: the API's ledger against the stored updates. */
final class UpdateCheck {
    private final ApiLedger ledger;
    private final StoredUpdates stored;
    private final IngestReport report;
    private long waiting;

    private UpdateCheck(ApiLedger ledger, StoredUpdates stored, IngestReport report) {
        this.ledger = ledger;
        this.stored = stored;
        this.report = report;
    }

    /** Adds to the report what is wrong with the updates of the ledger's bots. */
    static void check(ApiLedger ledger, List<StoredRecord> updates, StoredUpdates stored, IngestReport report) {
        Set<Long> bots = ledger.bots();
        List<StoredRecord> ours =
                updates.stream().filter(u -> bots.contains(u.botId())).toList();
        UpdateCheck check = new UpdateCheck(ledger, stored, report);
        ledger.sequences().forEach(check::givenIsStoredOnce);
        check.storedWasGiven(ours);
        check.keyAndSequenceAreUnique(ours);
        report.totals(ledger.pushed(), ours.size(), check.waiting);
    }

    /** The same from the ledger's side only. */
    static void checkGiven(ApiLedger ledger, StoredUpdates stored, IngestReport report) {
        UpdateCheck check = new UpdateCheck(ledger, stored, report);
        ledger.sequences().forEach(check::givenIsStoredOnce);
    }

    private void givenIsStoredOnce(ApiSequence sequence) {
        sequence.pushed().forEach((id, hash) -> {
            long copies = stored.copies(sequence.botId(), id, hash);
            String name = sequence.botId() + ":" + id;
            if (copies > 1) {
                report.add(
                        Violation.DOUBLED,
                        copies - 1,
                        name + " is stored " + copies + " times: " + places(stored.find(sequence.botId(), id)));
            } else if (copies == 0 && !stored.inQuarantine(sequence.botId(), hash)) {
                missing(sequence, id, name);
            }
        });
    }

    private void missing(ApiSequence sequence, int id, String name) {
        if (sequence.confirmed().contains(id)) {
            report.add(Violation.LOST, name + " was confirmed at the API and is not stored");
        } else if (sequence.dropped().contains(id)) {
            report.add(Violation.LOST, name + " was dropped by a negative offset or with the pending updates");
        } else if (!sequence.gone().contains(id)) {
            waiting++;
        }
    }

    private void storedWasGiven(List<StoredRecord> updates) {
        Set<String> given = new HashSet<>();
        for (ApiSequence sequence : ledger.sequences()) {
            sequence.pushed().forEach((id, hash) -> given.add(sequence.botId() + ":" + id + "/" + hash));
        }
        for (StoredRecord update : updates) {
            if (!given.contains(update.key() + "/" + update.sha256())) {
                report.add(Violation.ALTERED, update.key() + " at " + update.where() + " is not what the API gave");
            }
        }
    }

    /** What consumers take for one update: the same key and sequence. Other bytes under it are as bad as the same. */
    private void keyAndSequenceAreUnique(List<StoredRecord> updates) {
        Map<String, StoredRecord> seen = new HashMap<>();
        for (StoredRecord update : updates) {
            StoredRecord first = seen.putIfAbsent(update.key() + "/" + update.sequence(), update);
            if (first != null && !first.sha256().equals(update.sha256())) {
                report.add(
                        Violation.DOUBLED,
                        update.key() + " of sequence " + update.sequence() + " names two different updates: "
                                + places(List.of(first, update)));
            }
        }
    }

    private static List<String> places(List<StoredRecord> records) {
        return records.stream().map(StoredRecord::where).toList();
    }
}
