package dev.sluice.ingest;

import dev.sluice.model.Names;
import dev.sluice.model.ShardMarker;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.kafka.TopicAdmin;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The number of shards that {@code telegram.checkpoints} was made with, as {@link ShardMarker} holds it in the topic itself.
 * Another number of partitions is a refused start: two transactional ids would own one bot without a fence between them.
 */
public final class ShardCount {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final KafkaClients clients;
    private final Admin admin;
    private final String topic;

    public ShardCount(KafkaClients clients, Admin admin, Names names) {
        this.clients = clients;
        this.admin = admin;
        this.topic = names.topic(Topics.CHECKPOINTS);
    }

    /**
     * Checks the topics of ingest against the catalogue and the recorded number, and records it when nobody has.
     *
     * @return the number of shards
     * @throws StartFailure (TOPICS) with one line that names all that is missing or differs
     */
    public int require(TopicAdmin topics, Instant at, String by) {
        int partitions = topics.partitionsOf(Topics.CHECKPOINTS).orElse(Topics.CHECKPOINTS.partitions());
        // While the topic is missing there is nothing to read, and the check says so.
        OptionalInt recorded = topics.partitionsOf(Topics.CHECKPOINTS).isPresent() ? recorded() : OptionalInt.empty();
        int shards = recorded.orElse(partitions);
        topics.require(Topics.ownedByIngest(), Map.of(Topics.CHECKPOINTS.name(), shards));
        if (recorded.isEmpty()) {
            record(shards, at, by);
        }
        return shards;
    }

    /**
     * The recorded number; empty when the topic holds no marker yet, because something else than {@code sluice topics create}
     * made it.
     *
     * @throws KafkaException when the topic cannot be read
     */
    public OptionalInt recorded() {
        int[] found = {0};
        try (Consumer<byte[], byte[]> reader = clients.reader()) {
            // Only as far as the marker: behind it, the open transaction of a killed owner would hold up its successor.
            PartitionReader.readFrom(
                    admin,
                    reader,
                    Map.of(new TopicPartition(topic, ShardMarker.PARTITION), 0L),
                    DEADLINE,
                    () -> found[0] != 0,
                    record -> {
                        if (ShardMarker.isMarker(record.key())) {
                            found[0] = ShardMarker.shards(record.headers()).orElse(found[0]);
                        }
                    });
        }
        return found[0] == 0 ? OptionalInt.empty() : OptionalInt.of(found[0]);
    }

    /**
     * Records the number of a topic that has no marker yet.
     *
     * @param by who does it, an instance or a command
     */
    public void record(int shards, Instant at, String by) {
        try (Producer<byte[], byte[]> producer = clients.producer("sluice-shard-marker")) {
            producer.send(ShardMarker.record(topic, shards, at, by)).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(topic + ": the marker was not stored in time", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
