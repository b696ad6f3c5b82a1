package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Places outbound records as Sluice does, by the {@code sender} in their value and never by their key, so that one task
 * owns all of a sender: {@code partitioner.class=dev.sluice.model.SenderPartitioner} in a producer of requests or
 * commands. A tombstone goes by its key, {@code <sender>/<request_id>} or {@code <sender>}. A value that names no sender
 * goes by its key too: wherever it lies, the gate makes a dead letter of it.
 */
public final class SenderPartitioner implements Partitioner {

    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        String sender = valueBytes == null ? senderOfKey(keyBytes) : senderOf(valueBytes, keyBytes);
        return Partitions.forSender(sender, Partitions.countOf(topic, cluster));
    }

    private static String senderOf(byte[] value, byte @Nullable [] key) {
        try {
            return Fields.of("record", value).text("sender");
        } catch (InvalidRecordException namesNoSender) {
            return senderOfKey(key);
        }
    }

    private static String senderOfKey(byte @Nullable [] key) {
        if (key == null) {
            return "";
        }
        String text = new String(key, StandardCharsets.UTF_8);
        int slash = text.indexOf('/');
        return slash < 0 ? text : text.substring(0, slash);
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
