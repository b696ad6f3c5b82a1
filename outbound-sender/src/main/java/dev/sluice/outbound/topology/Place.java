package dev.sluice.outbound.topology;

import dev.sluice.model.JobKey;
import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * The key of a record that goes out, and where it goes. The partition is always chosen here: a partitioner among a user's
 * producer settings would tear a sender's records apart.
 *
 * @param partition -1: by the next
 * @param by what is hashed; null: anywhere
 */
record Place(byte @Nullable [] key, int partition, byte @Nullable [] by) {
    static final Serializer<Place> KEY = (topic, place) -> place.key();

    static final StreamPartitioner<Place, byte[]> PARTITION = new StreamPartitioner<>() {
        @Override
        @SuppressWarnings("deprecation") // the one that has to be there
        public Optional<Set<Integer>> partitions(String topic, Place place, byte[] value, int count) {
            if (place.partition() >= 0) {
                return Optional.of(Set.of(place.partition()));
            }
            byte[] by = place.by();
            return by == null ? Optional.empty() : Optional.of(Set.of(Partitions.of(by, count)));
        }
    };

    /** A key with a partition, or with -1 for the one that the key's hash chooses. */
    Place(byte @Nullable [] key, int partition) {
        this(key, partition, key);
    }

    static Place of(Sender sender) {
        return new Place(sender.text().getBytes(StandardCharsets.UTF_8), -1);
    }

    /** Where all records of its sender are: who asks for a sender's reads one partition. */
    static Place of(JobKey job) {
        return new Place(job.bytes(), -1, job.sender().text().getBytes(StandardCharsets.UTF_8));
    }
}
