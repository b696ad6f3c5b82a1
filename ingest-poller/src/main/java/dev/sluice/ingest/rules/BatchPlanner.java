package dev.sluice.ingest.rules;

import dev.sluice.ingest.telegram.RejectedElement;
import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.IngestEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Makes the plan of one batch; used once. See {@link BatchRules} for the rules. */
final class BatchPlanner {

    /** Two elements of one batch claim one id with different bytes: the second cannot be stored under it. */
    static final String UPDATE_ID_REPEATED = "update_id_repeated";

    private final BotContext bot;
    private final BotProgress progress;
    private final OptionalInt offsetSent;
    private final UpdateBatch batch;
    private final Optional<Duration> outage;
    private final Instant now;
    private final BatchLimits limits;
    private final QuarantineMemory memory;

    private final List<SlicedUpdate> store = new ArrayList<>();
    private final List<SlicedUpdate> tooLarge = new ArrayList<>();
    private final List<RejectedElement> quarantine = new ArrayList<>();
    private final List<IngestEvent> events = new ArrayList<>();
    private final TreeSet<Integer> ids = new TreeSet<>();
    private final TreeSet<Integer> newIds = new TreeSet<>();
    private int duplicates;

    BatchPlanner(
            BotContext bot,
            BotProgress progress,
            OptionalInt offsetSent,
            UpdateBatch batch,
            Optional<Duration> outage,
            Instant now,
            BatchLimits limits) {
        this.bot = bot;
        this.progress = progress;
        this.offsetSent = offsetSent;
        this.batch = batch;
        this.outage = outage.filter(down -> down.compareTo(BatchRules.OUTAGE) > 0);
        this.now = now;
        this.limits = limits;
        this.memory = new QuarantineMemory(progress.quarantined(), now, limits.dedupeWindow());
    }

    BatchPlan plan(Set<Integer> sameAsStored) {
        sort(sameAsStored);
        outage.ifPresent(down -> events.add(BatchRules.outageEvent(bot, down, now)));
        return ids.isEmpty() ? nothingUsable() : usable();
    }

    /** Puts each element where it belongs. */
    private void sort(Set<Integer> sameAsStored) {
        for (RejectedElement element : batch.rejected()) {
            reject(element);
        }
        Map<Integer, SlicedUpdate> firstOfId = new HashMap<>();
        for (SlicedUpdate update : batch.updates()) {
            SlicedUpdate first = firstOfId.putIfAbsent(update.updateId(), update);
            ids.add(update.updateId());
            if (first != null) {
                repeated(first, update);
            } else if (sameAsStored.contains(update.updateId()) && progress.holds(update.updateId())) {
                duplicates++;
            } else if (!RecordSize.fits(update, limits.maxRecordBytes())) {
                tooLarge(update);
            } else {
                store.add(update);
                newIds.add(update.updateId());
            }
        }
    }

    private void reject(RejectedElement element) {
        if (memory.remember(batch.copyOf(element))) {
            quarantine.add(element);
        }
    }

    private void repeated(SlicedUpdate first, SlicedUpdate update) {
        if (batch.sameBytes(first, update)) {
            duplicates++;
        } else {
            reject(new RejectedElement(update.start(), update.length(), UPDATE_ID_REPEATED));
        }
    }

    /** What goes to quarantine cannot be compared with a stored record: it is recognised by its hash. */
    private void tooLarge(SlicedUpdate update) {
        if (memory.remember(batch.copyOf(update))) {
            tooLarge.add(update);
            newIds.add(update.updateId());
        } else {
            duplicates++;
        }
    }

    /** The offset stays, or updates behind the batch would be confirmed unseen; so the server will repeat itself. */
    private BatchPlan nothingUsable() {
        if (!quarantine.isEmpty()) {
            int elements = batch.rejected().size();
            events.add(new IngestEvent.BatchUnusable(bot.botId(), now, bot.instance(), elements));
        }
        boolean write = !quarantine.isEmpty() || !events.isEmpty();
        BotProgress next = quarantine.isEmpty()
                ? progress
                : new BotProgress(progress.nextOffset(), progress.recent(), progress.sequence(), memory.toList());
        Pace pace = batch.rejected().isEmpty() ? Pace.NOW : Pace.BACK_OFF;
        return new BatchPlan(store, tooLarge, quarantine, duplicates, 0, events, next, write, pace);
    }

    private BatchPlan usable() {
        boolean ignored = offsetSent.isPresent() && ids.first() < offsetSent.getAsInt();
        boolean newSequence = !newIds.isEmpty() && (ignored || otherBytesInThisSequence());
        int sequence = newSequence ? progress.sequence() + 1 : progress.sequence();
        if (ignored || newSequence) {
            events.add(new IngestEvent.SequenceReset(
                    bot.botId(), now, bot.instance(), offsetSent.orElse(0), ids.first(), duplicates, overlapping()));
        }
        addGaps(ignored, newSequence);

        OptionalInt nextOffset = OptionalInt.of(ids.last() + 1);
        RecentRanges recent = new RecentRanges(progress.recent());
        if (!newIds.isEmpty()) {
            recent.dropOlderThan(limits.dedupeWindow(), now);
            recent.add(newIds, sequence, now);
            recent.trim(bot, now).ifPresent(events::add);
        }
        BotProgress next = new BotProgress(nextOffset, recent.toList(), sequence, memory.toList());
        boolean write = !newIds.isEmpty()
                || !quarantine.isEmpty()
                || !events.isEmpty()
                || !nextOffset.equals(progress.nextOffset());
        Pace pace = nextOffset.equals(offsetSent) ? Pace.BACK_OFF : Pace.NOW;
        return new BatchPlan(store, tooLarge, quarantine, duplicates, recent.trimmed(), events, next, write, pace);
    }

    /** Within a sequence an id is given once: other bytes under a stored id are another sequence. */
    private boolean otherBytesInThisSequence() {
        return progress.recent().stream()
                .filter(range -> range.sequence() == progress.sequence())
                .anyMatch(range ->
                        !newIds.subSet(range.first(), true, range.last(), true).isEmpty());
    }

    private int overlapping() {
        return (int) newIds.stream().filter(progress::holds).count();
    }

    private void addGaps(boolean ignored, boolean newSequence) {
        IdGaps gaps = new IdGaps(newSequence ? List.of() : progress.recent(), progress.sequence());
        if (offsetSent.isPresent() && !ignored) {
            gaps.between(offsetSent.getAsInt() - 1, ids.first());
        }
        Integer previous = null;
        for (Integer id : ids) {
            // a hole between two updates that were stored before was published when they were
            if (previous != null && (newIds.contains(previous) || newIds.contains(id))) {
                gaps.between(previous, id);
            }
            previous = id;
        }
        events.addAll(gaps.events(bot, now, outage));
    }
}
