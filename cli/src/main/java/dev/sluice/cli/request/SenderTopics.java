package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.TopicRecords;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.Lane;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.Outcome;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the topics say of one sender, read_committed and to their ends, without a group (R18). A record that is not what its
 * topic holds is logged and passed over.
 */
final class SenderTopics {
    private static final Logger log = LoggerFactory.getLogger(SenderTopics.class);

    private SenderTopics() {}

    static Optional<Found<Lane>> lane(Cluster cluster, Sender sender) {
        Map<String, Found<Lane>> lanes =
                latest(cluster, Topics.LANES, sender, sender.text()::equals, LaneCodec::decode);
        return Optional.ofNullable(lanes.get(sender.text()));
    }

    /** The open reviews, the oldest first. */
    static List<Found<Review>> openReviews(Cluster cluster, Sender sender) {
        String prefix = sender.text() + "/";
        Map<String, Found<Review>> open =
                latest(cluster, Topics.REVIEWS, sender, key -> key.startsWith(prefix), ReviewCodec::decode);
        return open.values().stream()
                .sorted(Comparator.comparing(found -> found.value().since()))
                .toList();
    }

    static Optional<Found<Review>> openReview(Cluster cluster, JobKey job) {
        Map<String, Found<Review>> open =
                latest(cluster, Topics.REVIEWS, job.sender(), job.text()::equals, ReviewCodec::decode);
        return Optional.ofNullable(open.get(job.text()));
    }

    /** Every outcome of a job that the topic still has, in order. */
    static void outcomes(Cluster cluster, JobKey job, Consumer<Found<Outcome>> each) {
        read(
                cluster,
                Topics.OUTCOMES,
                job.sender(),
                job.text()::equals,
                (key, record) -> decode(record, OutcomeCodec::decode).ifPresent(each));
    }

    /** The newest outcome of each job, in the order in which they were written. */
    static void newestOutcomes(Cluster cluster, Sender sender, Consumer<Found<Outcome>> each) {
        String prefix = sender.text() + "/";
        // a sender may have a million jobs: only their offsets are kept, and the records are read a second time
        Map<String, Long> newest = new HashMap<>();
        read(
                cluster,
                Topics.OUTCOMES,
                sender,
                key -> key.startsWith(prefix),
                (key, record) -> newest.put(key, record.offset()));
        read(cluster, Topics.OUTCOMES, sender, key -> key.startsWith(prefix), (key, record) -> {
            if (Objects.equals(newest.get(key), record.offset())) {
                decode(record, OutcomeCodec::decode).ifPresent(each);
            }
        });
    }

    private static <T> Map<String, Found<T>> latest(
            Cluster cluster, TopicSpec spec, Sender sender, Predicate<String> wanted, Function<byte[], T> codec) {
        Map<String, Found<T>> latest = new HashMap<>();
        read(cluster, spec, sender, wanted, (key, record) -> {
            if (record.value() == null) {
                latest.remove(key);
            } else {
                decode(record, codec).ifPresent(found -> latest.put(key, found));
            }
        });
        return latest;
    }

    private static void read(
            Cluster cluster,
            TopicSpec spec,
            Sender sender,
            Predicate<String> wanted,
            BiConsumer<String, ConsumerRecord<byte[], byte[]>> each) {
        TopicRecords.ofSender(cluster, spec, sender, record -> {
            String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
            if (wanted.test(key)) {
                each.accept(key, record);
            }
        });
    }

    private static <T> Optional<Found<T>> decode(ConsumerRecord<byte[], byte[]> record, Function<byte[], T> codec) {
        try {
            return record.value() == null
                    ? Optional.empty()
                    : Optional.of(new Found<>(codec.apply(record.value()), record.value()));
        } catch (InvalidRecordException e) {
            log.warn("{}-{} offset {} is passed over", record.topic(), record.partition(), record.offset(), e);
            return Optional.empty();
        }
    }
}
