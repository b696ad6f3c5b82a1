package dev.sluice.ingest.rules;

import dev.sluice.ingest.telegram.RejectedElement;
import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.model.IngestEvent;
import java.util.List;

/**
 * What to do with one batch, all of it in one transaction (R30, R31): store, quarantine, publish, and write {@code next} as
 * the checkpoint when it differs from the progress the plan was made for.
 *
 * @param store updates for {@code telegram.updates}, in the order received, under the sequence of {@code next}
 * @param tooLarge updates that topic would refuse; they go to quarantine as a reference and in parts, and count as stored
 * @param quarantine elements that go to quarantine as they are
 * @param duplicates updates left out because they are stored already
 * @param trimmedRanges ranges forgotten before their time because there were too many
 * @param events to commit with the batch
 * @param next the progress once all that is committed
 * @param write whether there is anything to commit at all
 * @param pace when the next poll leaves
 */
public record BatchPlan(
        List<SlicedUpdate> store,
        List<SlicedUpdate> tooLarge,
        List<RejectedElement> quarantine,
        int duplicates,
        int trimmedRanges,
        List<IngestEvent> events,
        BotProgress next,
        boolean write,
        Pace pace) {

    public BatchPlan {
        store = List.copyOf(store);
        tooLarge = List.copyOf(tooLarge);
        quarantine = List.copyOf(quarantine);
        events = List.copyOf(events);
    }

    /** Whether the batch brought nothing that was not there before. */
    public boolean isDuplicatesOnly() {
        return store.isEmpty() && tooLarge.isEmpty() && quarantine.isEmpty() && duplicates > 0;
    }
}
