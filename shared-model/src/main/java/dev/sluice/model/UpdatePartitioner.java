package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Places updates as Sluice does ({@link Partitions#forUpdate}), for another service that writes updates or republishes
 * them: {@code partitioner.class=dev.sluice.model.UpdatePartitioner}. Keys are {@code <bot_id>:<update_id>}, values the
 * update. An update that is not JSON has no chat, and goes with its bot.
 */
public final class UpdatePartitioner implements Partitioner {

    /**
     * The partition of a record.
     *
     * @throws InvalidRecordException when the key is not that of an update; the send fails with it
     */
    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        if (keyBytes == null) {
            throw InvalidRecordException.missing("key");
        }
        UpdateKey update = UpdateKey.parse(new String(keyBytes, StandardCharsets.UTF_8));
        return Partitions.forUpdate(facts(valueBytes), update.botId(), Partitions.countOf(topic, cluster));
    }

    private static UpdateFacts facts(byte @Nullable [] value) {
        if (value == null) {
            return UpdateFacts.NONE;
        }
        try {
            return UpdateScanner.factsOf(value);
        } catch (InvalidRecordException notJson) {
            return UpdateFacts.NONE;
        }
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // nothing to set
    }

    @Override
    public void close() {
        // nothing held
    }
}
