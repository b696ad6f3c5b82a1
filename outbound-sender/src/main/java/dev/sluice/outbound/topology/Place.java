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
 * @param partition -1: by the key, or anywhere when there is none
 */
record Place(byte @Nullable [] key, int partition) {
    static final Serializer<Place> KEY = (topic, place) -> place.key();

    static final StreamPartitioner<Place, byte[]> PARTITION = new StreamPartitioner<>() {
        @Override
        @SuppressWarnings("deprecation") // the one that has to be there
        public Optional<Set<Integer>> partitions(String topic, Place place, byte[] value, int count) {
            if (place.partition() >= 0) {
                return Optional.of(Set.of(place.partition()));
            }
            byte[] key = place.key();
            return key == null ? Optional.empty() : Optional.of(Set.of(Partitions.of(key, count)));
        }
    };

    static Place of(Sender sender) {
        return new Place(sender.text().getBytes(StandardCharsets.UTF_8), -1);
    }

    static Place of(JobKey job) {
        return new Place(job.bytes(), -1);
    }
}
