package dev.sluice.system.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The records that a running stack has left in its topics, against {@code asyncapi.yaml}. */
public final class StackRecords {
    private StackRecords() {}

    /**
     * Every committed record of these topics has a form that the page names, and lies where it says; and each topic has some.
     *
     * @return how many of each topic were looked at
     */
    public static Map<String, Integer> assertAsPromised(String servers, Names names, List<TopicSpec> topics) {
        RecordContract contract = new RecordContract();
        List<String> faults = new ArrayList<>();
        Map<String, Integer> counts = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed", "fetch.max.wait.ms", 20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            for (TopicSpec topic : topics) {
                List<TopicPartition> partitions = consumer.partitionsFor(names.topic(topic)).stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList();
                List<ConsumerRecord<byte[], byte[]>> records = read(consumer, partitions);
                counts.put(topic.name(), records.size());
                records.forEach(record ->
                        contract.fault(topic, partitions.size(), record).ifPresent(faults::add));
            }
        }
        assertEquals(List.of(), faults);
        assertTrue(counts.values().stream().allMatch(count -> count > 0), () -> "a topic without records: " + counts);
        return counts;
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(
            KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
            consumer.poll(Duration.ofMillis(50)).forEach(records::add);
        }
        return records;
    }
}
