package dev.sluice.system.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** I3, I4 and partial transactions: the history of one bot's checkpoints against the stored updates. */
final class CheckpointCheck {
    private final StoredUpdates stored;
    private final IngestReport report;
    private final Map<Integer, IdSet> namedBySequence = new HashMap<>();
    private @Nullable CheckpointView last;
    private @Nullable StoredRecord lastRecord;

    private CheckpointCheck(StoredUpdates stored, IngestReport report) {
        this.stored = stored;
        this.report = report;
    }

    /**
     * Adds to the report what is wrong with the checkpoints of these bots.
     *
     * @param before checkpoints that were readable before {@code updates} were read: all that they name must be there
     * @param after checkpoints that were readable after it: each update must be named by one of them
     */
    static void check(
            Set<Long> bots,
            List<StoredRecord> before,
            List<StoredRecord> after,
            List<StoredRecord> updates,
            StoredUpdates stored,
            IngestReport report) {
        Map<Long, CheckpointCheck> byBot = new HashMap<>();
        for (StoredRecord record : before) {
            if (bots.contains(record.botId())) {
                byBot.computeIfAbsent(record.botId(), b -> new CheckpointCheck(stored, report))
                        .next(record);
            }
        }
        Map<String, IdSet> named = namedBy(after);
        for (StoredRecord update : updates) {
            IdSet ids = named.get(update.botId() + "/" + update.sequence());
            if (bots.contains(update.botId()) && (ids == null || !ids.contains(Integer.parseInt(update.rest())))) {
                report.add(
                        Violation.PARTIAL,
                        update.key() + " at " + update.where() + " is visible and no checkpoint names it");
            }
        }
    }

    private static Map<String, IdSet> namedBy(List<StoredRecord> checkpoints) {
        Map<String, IdSet> named = new HashMap<>();
        for (StoredRecord record : checkpoints) {
            CheckpointView view = CheckpointView.of(record);
            view.named()
                    .forEach(range -> named.computeIfAbsent(view.botId() + "/" + range.sequence(), k -> new IdSet())
                            .add(range.first(), range.last()));
        }
        return named;
    }

    private void next(StoredRecord record) {
        CheckpointView view = CheckpointView.of(record);
        ownership(view, record);
        int missing = 0;
        String example = "";
        for (CheckpointView.Named range : view.named()) {
            IdSet known = namedBySequence.computeIfAbsent(range.sequence(), s -> new IdSet());
            for (IdSet.Range fresh : known.add(range.first(), range.last())) {
                for (int id = fresh.first(); id <= fresh.last(); id++) {
                    if (!stored.holds(view.botId(), id, range.sequence())) {
                        missing++;
                        example = view.botId() + ":" + id + " of sequence " + range.sequence();
                    }
                }
            }
        }
        if (missing > 0) {
            report.add(
                    Violation.PARTIAL,
                    "the checkpoint at " + record.where() + " names " + missing + " updates that are not stored, "
                            + example + " among them");
        }
        if (view.nextOffset() > 0 && !stored.holds(view.botId(), (int) view.nextOffset() - 1)) {
            report.add(
                    Violation.PARTIAL,
                    "the checkpoint at " + record.where() + " has next_offset " + view.nextOffset()
                            + " and the update below it is not stored");
        }
        last = view;
        lastRecord = record;
    }

    private void ownership(CheckpointView view, StoredRecord record) {
        if (last == null || lastRecord == null) {
            return;
        }
        boolean older = view.epoch() < last.epoch();
        boolean shared = view.epoch() == last.epoch() && !view.owner().equals(last.owner());
        if (older || shared || record.partition() != lastRecord.partition()) {
            report.add(
                    Violation.FENCED,
                    "the checkpoint of bot " + view.botId() + " at " + record.where()
                            + " by " + view.owner() + " in epoch " + view.epoch() + " stands behind "
                            + lastRecord.where()
                            + " by " + last.owner() + " in epoch " + last.epoch());
        }
    }
}
