package dev.sluice.system.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** One topic from its beginning, as a read_committed reader sees it; keeps what it has read. Not thread-safe. */
final class TopicLog implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    TopicLog(String servers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed", "fetch.max.wait.ms", 20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Everything that is visible now, in order within each partition. */
    List<ConsumerRecord<byte[], byte[]>> read() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
            consumer.poll(Duration.ofMillis(20)).forEach(records::add);
        }
        return List.copyOf(records);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
