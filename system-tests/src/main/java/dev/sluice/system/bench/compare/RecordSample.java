package dev.sluice.system.bench.compare;

import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Records that Sluice has written lately: updates and checkpoints, in memory. */
final class RecordSample {
    private static final long UPDATES_PER_PARTITION = 1_500;
    private static final long CHECKPOINTS_PER_PARTITION = 100;

    private final List<Item> updates;
    private final List<Item> checkpoints;

    /** One record, as it was. */
    record Item(int partition, long timestamp, byte[] key, byte[] value, Iterable<Header> headers) {
        static Item of(ConsumerRecord<byte[], byte[]> r) {
            return new Item(
                    r.partition(),
                    r.timestamp(),
                    r.key(),
                    r.value(),
                    List.of(r.headers().toArray()));
        }
    }

    private RecordSample(List<Item> updates, List<Item> checkpoints) {
        if (updates.isEmpty() || checkpoints.isEmpty()) {
            throw new IllegalStateException("nothing to copy: Sluice has to write something first");
        }
        this.updates = updates;
        this.checkpoints = checkpoints;
    }

    /** Reads the newest records of each partition. */
    static RecordSample read(String bootstrap, String prefix) {
        Names names = new Names(prefix);
        Map<String, Object> p = new HashMap<>();
        p.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        p.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        p.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        p.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        p.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(p)) {
            return new RecordSample(
                    newest(consumer, names.topic(Topics.UPDATES), UPDATES_PER_PARTITION),
                    newest(consumer, names.topic(Topics.CHECKPOINTS), CHECKPOINTS_PER_PARTITION));
        }
    }

    /** The n-th update, counted round and round; neighbours lie in different partitions, as those of one bot do. */
    Item update(int n) {
        return updates.get(n % updates.size());
    }

    Item checkpoint(int n) {
        return checkpoints.get(n % checkpoints.size());
    }

    private static List<Item> newest(Consumer<byte[], byte[]> consumer, String topic, long perPartition) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (PartitionInfo info : consumer.partitionsFor(topic)) {
            partitions.add(new TopicPartition(topic, info.partition()));
        }
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - perPartition)));
        List<List<Item>> byPartition = new ArrayList<>();
        partitions.forEach(partition -> byPartition.add(new ArrayList<>()));
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                byPartition.get(record.partition()).add(Item.of(record));
            }
        }
        return inTurn(byPartition);
    }

    private static List<Item> inTurn(List<List<Item>> byPartition) {
        List<Item> all = new ArrayList<>();
        int longest = byPartition.stream().mapToInt(List::size).max().orElse(0);
        for (int n = 0; n < longest; n++) {
            for (List<Item> items : byPartition) {
                if (n < items.size()) {
                    all.add(items.get(n));
                }
            }
        }
        return all;
    }
}
