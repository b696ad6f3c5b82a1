package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BatchLimits;
import dev.sluice.ingest.rules.BatchPlan;
import dev.sluice.ingest.rules.BatchRules;
import dev.sluice.ingest.rules.BotContext;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.IngestEvent;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.TransactionalWriter;
import dev.sluice.runtime.kafka.WriteFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Gathers the batches and events that are ready and writes them in one transaction: all updates, then each bot's checkpoint
 * (R30, R31). Nothing is open between two commits.
 */
final class GroupCommit {
    /**
     * A group is full when it holds this much: a quarter of the producer's buffer, so that sending does not wait for memory,
     * and little enough to be written well within the transaction timeout. One batch more may come on top, up to 8 MiB.
     */
    private static final long FULL_BYTES = 2L * 1024 * 1024;

    private final ShardContext context;
    private final TransactionalWriter writer;
    private final Takeover takeover;
    private final StoredUpdates storedUpdates;
    private final BatchLimits limits;
    private final List<Ready> ready = new ArrayList<>();
    private final List<IngestEvent> events = new ArrayList<>();
    private long readyBytes;
    private long endOffset;

    private record Ready(BotLoop bot, PollResult.Batch result) {}

    /** A batch that is stored. */
    record Stored(BotLoop bot, PollResult.Batch result, BatchPlan plan) {}

    GroupCommit(ShardContext context, TransactionalWriter writer, Takeover takeover) {
        this.context = context;
        this.writer = writer;
        this.takeover = takeover;
        this.endOffset = takeover.endOffset();
        this.storedUpdates =
                new StoredUpdates(context.names(), context.clients(), context.admin(), takeover.updatePartitions());
        this.limits =
                new BatchLimits(takeover.maxRecordBytes(), context.settings().dedupeWindow());
    }

    void add(BotLoop bot, PollResult.Batch result) {
        ready.add(new Ready(bot, result));
        readyBytes += result.batch().body().length;
    }

    void add(IngestEvent event) {
        events.add(event);
    }

    boolean isFull() {
        return readyBytes >= FULL_BYTES;
    }

    /** The position in the shard's partition up to which everything is known here. */
    long endOffset() {
        return endOffset;
    }

    /**
     * Writes everything that was added, if anything, and returns the batches that are now stored.
     *
     * @throws WriteFailure when that failed or is in doubt; then what is stored has to be read anew
     */
    List<Stored> commit() throws WriteFailure {
        if (ready.isEmpty() && events.isEmpty()) {
            return List.of();
        }
        Instant now = context.clock().instant();
        GroupRecords group = new GroupRecords(context, takeover.updatePartitions());
        List<Stored> stored = new ArrayList<>(ready.size());
        for (Ready batch : ready) {
            BatchPlan plan = plan(batch, now);
            stored.add(new Stored(batch.bot, batch.result, plan));
            if (plan.write()) {
                group.add(
                        batch.bot,
                        batch.result,
                        plan,
                        plan.next().toCheckpoint(context.instance(), takeover.epoch(), now));
            }
        }
        events.forEach(group::addEvent);
        if (!group.isEmpty()) {
            write(group);
        }
        discard();
        return stored;
    }

    /** Gives back what the batches hold and forgets everything that was added. */
    void discard() {
        ready.forEach(batch -> batch.result.lease().release());
        ready.clear();
        readyBytes = 0;
        events.clear();
    }

    private BatchPlan plan(Ready ready, Instant now) {
        BotLoop bot = ready.bot;
        UpdateBatch batch = ready.result.batch();
        Set<Integer> suspects = BatchRules.suspects(bot.progress, bot.offsetSent, bot.newGround, batch);
        Set<Integer> same = Set.of();
        if (!suspects.isEmpty()) {
            same = storedUpdates.sameAsStored(bot.botId, batch, suspects, bot.progress.recent());
            bot.newGround = same.isEmpty();
        }
        return BatchRules.plan(
                new BotContext(bot.botId, context.instance()),
                bot.progress,
                bot.offsetSent,
                batch,
                same,
                bot.outageUntil(ready.result.receivedAt()),
                now,
                limits);
    }

    private void write(GroupRecords group) throws WriteFailure {
        long start = System.nanoTime();
        List<RecordMetadata> written = writer.commit(group.records());
        context.metrics().committed(written.size(), Duration.ofNanos(System.nanoTime() - start));
        String checkpoints = context.names().topic(Topics.CHECKPOINTS);
        for (RecordMetadata record : written) {
            if (record.topic().equals(checkpoints)) {
                endOffset = Math.max(endOffset, record.offset() + 1);
            }
        }
    }
}
