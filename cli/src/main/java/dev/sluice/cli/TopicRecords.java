package dev.sluice.cli;

import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Everything committed in a topic, read from its start to its end without joining or committing anything (R18). */
final class TopicRecords {
    private static final Duration PER_PARTITION = Duration.ofMinutes(5);

    private TopicRecords() {}

    /**
     * Gives each record to {@code each}, one partition after the other.
     *
     * @throws StartFailure (TOPICS) when the topic is missing
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
        }
    }
}
