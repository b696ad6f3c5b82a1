package dev.sluice.system.bench.measure;

import dev.sluice.model.UpdateKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads updates as any read_committed consumer would, with Kafka's own defaults, and notes when it got each. */
public final class VisibleReader implements AutoCloseable {
    private final Map<UpdateKey, Long> seenNanos = new ConcurrentHashMap<>();
    private final Consumer<byte[], byte[]> consumer;
    private final Thread thread = new Thread(this::read, "bench-visible-reader");
    private volatile boolean stopped;

    private VisibleReader(String bootstrap) {
        consumer = new KafkaConsumer<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class));
    }

    /** Begins to read at the end of the topic. */
    public static VisibleReader start(String bootstrap, String topic, int partitions) {
        VisibleReader reader = new VisibleReader(bootstrap);
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(p -> new TopicPartition(topic, p))
                .toList();
        reader.consumer.assign(all);
        reader.consumer.seekToEnd(all);
        all.forEach(reader.consumer::position);
        reader.thread.start();
        return reader;
    }

    /** When it got each update, by {@link System#nanoTime()}. */
    public Map<UpdateKey, Long> seenNanos() {
        return Map.copyOf(seenNanos);
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (consumer) {
            while (!stopped) {
                Iterable<ConsumerRecord<byte[], byte[]>> records = consumer.poll(Duration.ofMillis(50));
                long now = System.nanoTime();
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    String key = new String(record.key(), StandardCharsets.US_ASCII);
                    seenNanos.putIfAbsent(UpdateKey.parse(key), now);
                }
            }
        }
    }
}
