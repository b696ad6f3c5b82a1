package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BatchPlan;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.RejectedElement;
import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.Checkpoint;
import dev.sluice.model.CheckpointCodec;
import dev.sluice.model.IngestEvent;
import dev.sluice.model.IngestEventCodec;
import dev.sluice.model.Partitions;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateHeaders;
import dev.sluice.model.UpdateKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The records of one group commit, in the order in which they are sent: of each bot first what was received, then the
 * events, then the checkpoint that names it (I3).
 */
final class GroupRecords {
    private final ShardContext context;
    private final int updatePartitions;
    private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();

    GroupRecords(ShardContext context, int updatePartitions) {
        this.context = context;
        this.updatePartitions = updatePartitions;
    }

    List<ProducerRecord<byte[], byte[]>> records() {
        return records;
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Adds everything that one batch leaves behind. */
    void add(BotLoop bot, PollResult.Batch result, BatchPlan plan, Checkpoint checkpoint) {
        UpdateBatch batch = result.batch();
        for (SlicedUpdate update : plan.store()) {
            addUpdate(bot.botId, batch, update, result.receivedAt(), checkpoint.sequence());
        }
        QuarantineRecords quarantine = new QuarantineRecords(context.names(), bot.botId, bot.offsetSent, records);
        for (SlicedUpdate update : plan.tooLarge()) {
            quarantine.addTooLarge(update.updateId(), batch.copyOf(update), checkpoint.sequence());
        }
        for (RejectedElement element : plan.quarantine()) {
            quarantine.addRejected(element.reason(), batch.copyOf(element));
        }
        plan.events().forEach(this::addEvent);
        addCheckpoint(bot.botId, checkpoint);
    }

    /** Adds an event; keyed by its bot, so that one bot's events stay in order. */
    void addEvent(IngestEvent event) {
        records.add(new ProducerRecord<>(
                context.names().topic(Topics.INGEST_EVENTS), key(event.botId()), IngestEventCodec.encode(event)));
    }

    private void addUpdate(long botId, UpdateBatch batch, SlicedUpdate update, Instant received, int sequence) {
        records.add(new ProducerRecord<>(
                context.names().topic(Topics.UPDATES),
                Partitions.forUpdate(update.facts(), botId, updatePartitions),
                received.toEpochMilli(),
                new UpdateKey(botId, update.updateId()).bytes(),
                batch.copyOf(update),
                UpdateHeaders.of(botId, update.updateId(), update.facts(), received, sequence)));
    }

    private void addCheckpoint(long botId, Checkpoint checkpoint) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(CheckpointCodec.SEQUENCE_HEADER, ascii(checkpoint.sequence()));
        records.add(new ProducerRecord<>(
                context.names().topic(Topics.CHECKPOINTS),
                context.shard(),
                null,
                key(botId),
                CheckpointCodec.encode(checkpoint),
                headers));
    }

    private static byte[] key(long botId) {
        return Long.toString(botId).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] ascii(int number) {
        return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
