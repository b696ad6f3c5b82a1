package dev.sluice.runtime.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * A producer whose metrics are in the registry from its making to its closing. A subclass, and not the {@link MeteredClient}
 * of the others, since it is called for every record.
 */
final class MeteredProducer extends KafkaProducer<byte[], byte[]> {
    private final KafkaClientMetrics metrics;

    MeteredProducer(Map<String, Object> properties, MeterRegistry registry) {
        super(properties);
        metrics = new KafkaClientMetrics(this);
        metrics.bindTo(registry);
    }

    @Override
    public void close() {
        metrics.close();
        super.close();
    }

    @Override
    public void close(Duration timeout) {
        metrics.close();
        super.close(timeout);
    }
}
