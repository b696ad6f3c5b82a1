package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.GateRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes newly assigned partitions over: reads what the group knows of them, commits the {@link Takeover}, says so. */
final class Opening {
    private static final Logger log = LoggerFactory.getLogger(Opening.class);

    private final String topic;
    private final Desks desks;
    private final ResultPublisher publisher;
    private final Clocks clocks;
    private final Supplier<UUID> uuids;

    Opening(String topic, Desks desks, ResultPublisher publisher, Clocks clocks, Supplier<UUID> uuids) {
        this.topic = topic;
        this.desks = desks;
        this.publisher = publisher;
        this.clocks = clocks;
        this.uuids = uuids;
    }

    /**
     * Opens what is not open yet; nothing to do costs nothing.
     *
     * @param atMost each question to Kafka may take
     * @throws org.apache.kafka.common.KafkaException when Kafka does not answer, or does not count us as the owner; then
     *     nothing was opened
     */
    void openNew(Consumer<byte[], byte[]> consumer, Duration atMost) {
        List<Integer> unopened = desks.unopened();
        if (unopened.isEmpty()) {
            return;
        }
        Map<Integer, Takeover> takeovers = takeovers(consumer, unopened, atMost);
        Map<TopicPartition, OffsetAndMetadata> commit = new HashMap<>();
        takeovers.forEach((partition, takeover) -> commit.put(of(partition), takeover.toCommit()));
        consumer.commitSync(commit, atMost);
        takeovers.forEach((partition, takeover) -> {
            PartitionDesk desk = desks.all().get(partition);
            if (desk != null) {
                desk.open(takeover);
                CommitNote note = takeover.note();
                publisher.publish(Outgoing.kept(
                        partition, null, List.of(), nanos -> new GateRecord.Opened(note.epoch(), note.taken())));
                log.info("partition {}: opened as {}, at offset {}", partition, note.metadata(), takeover.offset());
            }
        });
    }

    private Map<Integer, Takeover> takeovers(
            Consumer<byte[], byte[]> consumer, List<Integer> unopened, Duration atMost) {
        Set<TopicPartition> partitions = new HashSet<>();
        unopened.forEach(partition -> partitions.add(of(partition)));
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(partitions, atMost);
        Set<TopicPartition> unknown = new HashSet<>(partitions);
        unknown.removeIf(partition -> committed.get(partition) != null);
        Map<TopicPartition, Long> ends = unknown.isEmpty() ? Map.of() : consumer.endOffsets(unknown, atMost);
        Map<Integer, Takeover> takeovers = new HashMap<>();
        for (TopicPartition partition : partitions) {
            boolean known = committed.get(partition) != null;
            UUID uuid = uuids.get();
            Takeover takeover = Takeover.of(
                    committed.get(partition),
                    known ? 0 : consumer.position(partition, atMost),
                    known ? 0 : ends.getOrDefault(partition, Long.MAX_VALUE),
                    clocks.wallNow().getEpochSecond(),
                    uuid);
            PartitionDesk desk = desks.all().get(partition.partition());
            takeovers.put(partition.partition(), desk == null ? takeover : takeover.above(desk.foreignNumber(), uuid));
        }
        return takeovers;
    }

    private TopicPartition of(int partition) {
        return new TopicPartition(topic, partition);
    }
}
