package dev.sluice.ingest.rules;

import dev.sluice.ingest.telegram.RejectedElement;
import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.UpdateFacts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Batches and plans for tests: an update is its id and a text that stands for all that is in it. */
final class Batches {
    static final BotContext BOT = new BotContext(110001, "here");
    static final Instant NOW = Instant.parse("2026-11-30T12:34:56Z");
    static final BatchLimits LIMITS = new BatchLimits(1_000_000, Duration.ofDays(2));

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final List<SlicedUpdate> updates = new ArrayList<>();
    private final List<RejectedElement> rejected = new ArrayList<>();

    private Batches() {}

    static UpdateBatch ids(int... ids) {
        Batches batch = new Batches();
        for (int id : ids) {
            batch.with(id, "content of " + id);
        }
        return batch.build();
    }

    static Batches batch() {
        return new Batches();
    }

    Batches with(int id, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        updates.add(new SlicedUpdate(id, body.size(), bytes.length, UpdateFacts.NONE));
        body.writeBytes(bytes);
        return this;
    }

    Batches withRejected(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        rejected.add(new RejectedElement(body.size(), bytes.length, "update_id_missing"));
        body.writeBytes(bytes);
        return this;
    }

    UpdateBatch build() {
        return new UpdateBatch(body.toByteArray(), updates, rejected);
    }

    static BatchPlan plan(BotProgress progress, UpdateBatch batch, Set<Integer> same) {
        return plan(progress, batch, same, Optional.empty(), NOW);
    }

    static BatchPlan plan(BotProgress progress, UpdateBatch batch) {
        return plan(progress, batch, Set.of());
    }

    static BatchPlan plan(
            BotProgress progress, UpdateBatch batch, Set<Integer> same, Optional<Duration> outage, Instant now) {
        return BatchRules.plan(BOT, progress, progress.nextOffset(), batch, same, outage, now, LIMITS);
    }

    /** The progress after these batches, each planned in its turn, with nothing recognised as a duplicate. */
    static BotProgress after(UpdateBatch... batches) {
        BotProgress progress = BotProgress.none();
        for (UpdateBatch batch : batches) {
            progress = plan(progress, batch).next();
        }
        return progress;
    }

    static List<Integer> idsOf(List<SlicedUpdate> updates) {
        return updates.stream().map(SlicedUpdate::updateId).toList();
    }

    static OptionalInt offset(int offset) {
        return OptionalInt.of(offset);
    }
}
