package dev.sluice.ingest.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the group keeps for each shard: the owner's position, and when the shard was last served ({@link LastServed}). Used
 * by the ownership thread alone.
 */
final class GroupOffsets {
    private static final Logger log = LoggerFactory.getLogger(GroupOffsets.class);

    /** How often an owner's position and the time it was last served are noted with the group. */
    private static final Duration NOTE_EVERY = Duration.ofSeconds(10);

    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final Duration timeout;
    private long nextNote = System.nanoTime() + NOTE_EVERY.toNanos();

    /** @param timeout of each call */
    GroupOffsets(String topic, Consumer<byte[], byte[]> consumer, Duration timeout) {
        this.topic = topic;
        this.consumer = consumer;
        this.timeout = timeout;
    }

    /** Commits for all that serve, when it is time again. */
    void noteWhenDue(ShardOwners owners) {
        if (System.nanoTime() < nextNote) {
            return;
        }
        nextNote = System.nanoTime() + NOTE_EVERY.toNanos();
        List<ShardOwner> serving = owners.serving();
        if (!serving.isEmpty()) {
            commit(serving);
        }
    }

    /** True when the group still counts this process as the one that has the owner's shard. */
    boolean confirms(ShardOwner owner) {
        return consumer.assignment().contains(new TopicPartition(topic, owner.shard())) && commit(List.of(owner));
    }

    /** The broker takes this only from a member of the present generation, which is what makes it a confirmation. */
    private boolean commit(List<ShardOwner> some) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (ShardOwner owner : some) {
            offsets.put(
                    new TopicPartition(topic, owner.shard()),
                    new OffsetAndMetadata(owner.endOffset(), LastServed.toMetadata(owner.lastServed())));
        }
        try {
            consumer.commitSync(offsets, timeout);
            return true;
        } catch (FencedInstanceIdException | AuthorizationException e) {
            throw e;
        } catch (KafkaException e) {
            log.info("the group does not confirm {}: {}", offsets.keySet(), e.toString());
            return false;
        }
    }

    /** When the shards were last served, by shard; without those of which it is not known. */
    Map<Integer, Instant> lastServed(Collection<TopicPartition> partitions) {
        Map<Integer, Instant> times = new HashMap<>();
        try {
            consumer.committed(new HashSet<>(partitions), timeout)
                    .forEach((partition, offset) ->
                            LastServed.fromMetadata(offset).ifPresent(at -> times.put(partition.partition(), at)));
        } catch (KafkaException e) {
            log.info("could not learn when {} were last served: {}", partitions, e.toString());
        }
        return times;
    }
}
