package dev.sluice.cli;

import dev.sluice.model.Checkpoint;
import dev.sluice.model.CheckpointCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.ShardMarker;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest checkpoint of a bot in {@code telegram.checkpoints}.
 *
 * @param shard the partition it stands in
 */
public record StoredCheckpoint(int shard, Checkpoint checkpoint) {
    private static final Logger log = LoggerFactory.getLogger(StoredCheckpoint.class);

    /** Reads those of all bots, by bot id in ascending order; a record that is none is logged and passed over. */
    public static Map<Long, StoredCheckpoint> ofAllBots(Cluster cluster) {
        Map<Long, StoredCheckpoint> bots = new TreeMap<>();
        TopicRecords.read(cluster, Topics.CHECKPOINTS, record -> add(bots, record));
        return bots;
    }

    private static void add(Map<Long, StoredCheckpoint> bots, ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || ShardMarker.isMarker(record.key())) {
            return;
        }
        try {
            long bot = Long.parseLong(new String(record.key(), StandardCharsets.UTF_8));
            if (record.value() == null) {
                bots.remove(bot);
            } else {
                Checkpoint checkpoint = CheckpointCodec.decode(record.value(), record.headers());
                bots.put(bot, new StoredCheckpoint(record.partition(), checkpoint));
            }
        } catch (NumberFormatException | InvalidRecordException e) {
            log.warn("{}-{} offset {} is no checkpoint", record.topic(), record.partition(), record.offset(), e);
        }
    }
}
