package dev.sluice.outbound.topology;

import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Reads the brokers' clock: the append time of a record in a topic that keeps it. The record is a barrier that no task waits
 * for, which the gate passes over. Kafka has no other way to be asked for the time.
 */
public final class BrokersTime {
    private static final String NONCE = "time";

    private BrokersTime() {}

    /**
     * What the clock of a broker showed while this call was under way.
     *
     * @param results the full name of {@code outbound.attempt-results}, whose timestamps are the brokers'
     * @throws org.apache.kafka.common.KafkaException when the record could not be stored
     */
    public static long readMs(Supplier<Producer<byte[], byte[]>> producers, String results) {
        byte[] value = GateRecordCodec.encode(new GateRecord.Barrier(NONCE));
        try (Producer<byte[], byte[]> producer = producers.get()) {
            return producer.send(new ProducerRecord<>(results, 0, null, value))
                    .get()
                    .timestamp();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
