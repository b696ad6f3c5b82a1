package dev.sluice.cli;

import dev.sluice.model.Partitions;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to outbound topics, each to the partition of its sender, and waits until all in-sync replicas have it. The
 * partition is given with the record, so a partitioner among the settings does not move it.
 */
public final class SenderWriter implements AutoCloseable {
    private final Cluster cluster;
    private final Producer<byte[], byte[]> producer;
    private final Map<TopicSpec, Integer> partitions = new HashMap<>();

    public SenderWriter(Cluster cluster) {
        this.cluster = cluster;
        this.producer = cluster.clients().producer("sluice-cli");
    }

    /**
     * Writes a record keyed by its sender.
     *
     * @param subject what it is about, for the line of a failure
     * @throws StartFailure when the topic is missing (TOPICS), Kafka does not answer or does not allow it (UNREACHABLE), or
     *     the record is larger than the topic takes (CHECK_FAILED)
     */
    public RecordPlace write(String subject, TopicSpec spec, Sender sender, byte[] value) {
        return write(subject, spec, sender, null, sender.text().getBytes(StandardCharsets.UTF_8), value, List.of());
    }

    /**
     * The same with a key and headers of its own.
     *
     * @param timestampMs the record timestamp; null: now
     */
    public RecordPlace write(
            String subject,
            TopicSpec spec,
            Sender sender,
            @Nullable Long timestampMs,
            byte @Nullable [] key,
            byte[] value,
            Iterable<Header> headers) {
        String topic = cluster.names().topic(spec);
        int partition = Partitions.forSender(sender.text(), partitions.computeIfAbsent(spec, cluster::partitionsOf));
        try {
            RecordMetadata stored = producer.send(
                            new ProducerRecord<>(topic, partition, timestampMs, key, value, headers))
                    .get();
            return new RecordPlace(topic, stored.partition(), stored.offset());
        } catch (ExecutionException e) {
            throw failure(subject, topic, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static RuntimeException failure(String subject, String topic, Throwable t) {
        if (t instanceof AuthorizationException || t instanceof AuthenticationException) {
            return new StartFailure(
                    ExitCode.UNREACHABLE,
                    subject,
                    "we may not write to " + topic + " (" + t.getMessage() + "); wants the ACL WRITE",
                    t);
        }
        if (t instanceof RetriableException) { // a timeout among them
            return new StartFailure(
                    ExitCode.UNREACHABLE,
                    subject,
                    "no broker has confirmed it in " + topic + " (" + t.getMessage()
                            + "), so it may be stored or not; wants a healthy cluster, then the same again",
                    t);
        }
        if (t instanceof RecordTooLargeException) {
            return new StartFailure(ExitCode.CHECK_FAILED, subject, "is larger than " + topic + " takes", t);
        }
        return t instanceof RuntimeException r ? r : new IllegalStateException(t);
    }

    @Override
    public void close() {
        producer.close();
    }
}
