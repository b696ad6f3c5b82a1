package dev.sluice.cli;

import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Everything committed in a topic, read from its start to its end without joining or committing anything (R18). */
public final class TopicRecords {
    /** Longer than a killed owner's transaction stays open, and enough for any topic of ours. */
    private static final Duration PER_PARTITION = Duration.ofMinutes(2);

    private TopicRecords() {}

    /**
     * Gives each record to {@code each}, one partition after the other.
     *
     * @throws StartFailure when the topic is missing (TOPICS), or cannot be read to its end (UNREACHABLE)
     */
    public static void read(
            Cluster cluster, TopicSpec spec, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        read(cluster, spec, IntStream.range(0, cluster.partitionsOf(spec)), each);
    }

    /** The same of the one partition that holds a sender's records; those of others lie there too. */
    public static void ofSender(
            Cluster cluster,
            TopicSpec spec,
            Sender sender,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        int partition = Partitions.forSender(sender.text(), cluster.partitionsOf(spec));
        read(cluster, spec, IntStream.of(partition), each);
    }

    private static void read(
            Cluster cluster,
            TopicSpec spec,
            IntStream partitions,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        String topic = cluster.names().topic(spec);
        try (Consumer<byte[], byte[]> reader = cluster.clients().reader()) {
            partitions.forEach(p -> PartitionReader.readToEnd(
                    cluster.admin(), reader, new TopicPartition(topic, p), PER_PARTITION, each));
        } catch (TimeoutException e) {
            throw new StartFailure(
                    ExitCode.UNREACHABLE,
                    topic,
                    e.getMessage() + "; wants no transaction that hangs (kafka-transactions.sh find-hanging)",
                    e);
        }
    }
}
