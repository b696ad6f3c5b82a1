package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BotProgress;
import dev.sluice.model.Checkpoint;
import dev.sluice.model.CheckpointCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a new owner finds in Kafka once it has fenced the former one: the checkpoints of its shard and the limits of the
 * topics it writes to.
 *
 * @param checkpoints by bot id
 * @param epoch this owner's: one more than the highest in the shard
 * @param endOffset the position at which reading ended
 * @param updatePartitions partitions of {@code telegram.updates}
 * @param maxRecordBytes the largest record that {@code telegram.updates} takes
 */
record Takeover(
        Map<Long, Checkpoint> checkpoints, long epoch, long endOffset, int updatePartitions, int maxRecordBytes) {
    private static final Logger log = LoggerFactory.getLogger(Takeover.class);

    /** A shard of 10,000 bots is about 10 MB; a cluster that cannot deliver that in time is not usable yet. */
    private static final Duration READ_DEADLINE = Duration.ofSeconds(30);

    /** Reads the shard to its end. To be called after {@code initTransactions}: before it, the end could still move. */
    static Takeover read(ShardContext context) {
        Names names = context.names();
        Map<Long, Checkpoint> checkpoints = new HashMap<>();
        TopicPartition shard = new TopicPartition(names.topic(Topics.CHECKPOINTS), context.shard());
        long end;
        try (Consumer<byte[], byte[]> reader = context.clients().reader()) {
            end = PartitionReader.readToEnd(
                    context.admin(), reader, shard, READ_DEADLINE, record -> take(context, record, checkpoints));
        }
        long highest =
                checkpoints.values().stream().mapToLong(Checkpoint::epoch).max().orElse(0);
        String updates = names.topic(Topics.UPDATES);
        return new Takeover(
                checkpoints,
                highest + 1,
                end,
                partitionsOf(context.admin(), updates),
                limitOf(context.admin(), updates));
    }

    private static void take(
            ShardContext context, ConsumerRecord<byte[], byte[]> record, Map<Long, Checkpoint> checkpoints) {
        long botId;
        try {
            botId = Long.parseLong(new String(record.key(), StandardCharsets.UTF_8));
        } catch (NumberFormatException e) {
            log.warn(
                    "{}-{} offset {}: the key is not a bot id; passed over",
                    record.topic(),
                    record.partition(),
                    record.offset());
            return;
        }
        if (botId == 0) {
            return; // the marker that holds the shard count
        }
        if (Partitions.forBot(botId, context.shards()) != context.shard()) {
            throw new StartFailure(
                    ExitCode.TOPICS,
                    record.topic(),
                    "bot %d has a checkpoint in partition %d but belongs to %d of %d; the number of partitions must never change"
                            .formatted(
                                    botId,
                                    context.shard(),
                                    Partitions.forBot(botId, context.shards()),
                                    context.shards()));
        }
        if (record.value() == null) {
            checkpoints.remove(botId);
            return;
        }
        try {
            checkpoints.put(botId, CheckpointCodec.decode(record.value(), record.headers()));
        } catch (InvalidRecordException e) {
            // Going on without it would start that bot at the oldest update again: doubles, but no loss. Yet whoever
            // wrote this has to know, so the shard stops instead of guessing.
            throw new StartFailure(
                    ExitCode.TOPICS,
                    "%s-%d offset %d".formatted(record.topic(), record.partition(), record.offset()),
                    "the checkpoint of bot %d cannot be read: %s".formatted(botId, e.getMessage()));
        }
    }

    private static int partitionsOf(Admin admin, String topic) {
        return await(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
                .mapToInt(description -> description.partitions().size())
                .sum();
    }

    private static int limitOf(Admin admin, String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return await(admin.describeConfigs(List.of(resource)).all()).values().stream()
                .mapToInt(config -> Integer.parseInt(
                        config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value()))
                .sum();
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(READ_DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** When the newest checkpoint of the shard was written; null when there is none. */
    @Nullable
    Instant lastStored() {
        return checkpoints.values().stream()
                .map(Checkpoint::updatedAt)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Where the bot stands; a bot without a checkpoint starts at the oldest update that Telegram still has (R4). */
    BotProgress progressOf(long botId) {
        Checkpoint checkpoint = checkpoints.get(botId);
        return checkpoint == null ? BotProgress.none() : BotProgress.of(checkpoint);
    }
}
