package dev.sluice.outbound.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients that Kafka Streams works with, as it would make them itself, and what its commits cost: the producer counts the
 * time for which its callers wait (KIP-761). Thread-safe.
 */
public final class GateClients implements KafkaClientSupplier {
    /** A commit flushes what was written, adds the offsets, and ends the transaction. */
    private static final Set<String> COMMIT_PARTS =
            Set.of("flush-time-ns-total", "txn-send-offsets-time-ns-total", "txn-commit-time-ns-total");

    private volatile List<Metric> commitTimes = List.of();

    /** Nanoseconds that the present producer's commits have taken so far. */
    public long committingNanos() {
        double sum = 0;
        for (Metric metric : commitTimes) {
            sum += (double) metric.metricValue();
        }
        return (long) sum;
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Producer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        commitTimes = producer.metrics().entrySet().stream()
                .filter(metric -> COMMIT_PARTS.contains(metric.getKey().name()))
                .<Metric>map(Map.Entry::getValue)
                .toList();
        return producer;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }
}
