package dev.sluice.cli;

import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Everything committed in a topic, read from its start to its end without joining or committing anything (R18). */
final class TopicRecords {
    /** Longer than a killed owner's transaction stays open, and enough for any topic of ours. */
    private static final Duration PER_PARTITION = Duration.ofMinutes(2);

    private TopicRecords() {}

    /**
     * Gives each record to {@code each}, one partition after the other.
     *
     * @throws StartFailure when the topic is missing (TOPICS), or cannot be read to its end (UNREACHABLE)
     */
    static void read(
            Cluster cluster, TopicSpec spec, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        String topic = cluster.names().topic(spec);
        int partitions = cluster.topics()
                .partitionsOf(spec)
                .orElseThrow(() -> new StartFailure(ExitCode.TOPICS, topic, "is missing; see sluice topics create"));
        try (Consumer<byte[], byte[]> reader = cluster.clients().reader()) {
            for (int p = 0; p < partitions; p++) {
                PartitionReader.readToEnd(cluster.admin(), reader, new TopicPartition(topic, p), PER_PARTITION, each);
            }
        } catch (TimeoutException e) {
            throw new StartFailure(
                    ExitCode.UNREACHABLE,
                    topic,
                    e.getMessage() + "; wants no transaction that hangs (kafka-transactions.sh find-hanging)",
                    e);
        }
    }
}
