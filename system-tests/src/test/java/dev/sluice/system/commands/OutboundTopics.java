package dev.sluice.system.commands;

import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.JobKey;
import dev.sluice.model.Lane;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.Outcome;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Partitions;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The outbound topics as the gate writes them, and as the commands leave them. */
final class OutboundTopics implements AutoCloseable {
    private final String servers;
    private final KafkaProducer<byte[], byte[]> producer;

    OutboundTopics(String servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    void outcome(Outcome outcome) {
        write(Topics.OUTCOMES, new JobKey(outcome.sender(), outcome.requestId()), OutcomeCodec.encode(outcome));
    }

    void review(Review review) {
        write(Topics.REVIEWS, new JobKey(review.sender(), review.requestId()), ReviewCodec.encode(review));
    }

    void closeReview(JobKey job) {
        write(Topics.REVIEWS, job, null);
    }

    void lane(Lane lane) {
        String sender = lane.sender().text();
        send(new ProducerRecord<>(
                Topics.LANES.name(), partition(Topics.LANES, sender), bytes(sender), LaneCodec.encode(lane)));
    }

    /** An outcome in a transaction that is aborted. */
    void aborted(TopicSpec spec, Outcome outcome) {
        try (KafkaProducer<byte[], byte[]> aborting = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "transactional.id", "aborting"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            aborting.initTransactions();
            aborting.beginTransaction();
            var unused = aborting.send(new ProducerRecord<>(
                    spec.name(),
                    partition(spec, outcome.sender().text()),
                    new JobKey(outcome.sender(), outcome.requestId()).bytes(),
                    OutcomeCodec.encode(outcome)));
            aborting.flush();
            aborting.abortTransaction();
        }
    }

    void deadLetter(String reason, String detail, RecordPlace origin, Instant at, byte[] key, byte[] value) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(Topics.DEAD_LETTERS.name(), origin.partition(), key, value);
        new DeadLetterHeaders(reason, detail, Optional.of(origin), Optional.of(at)).addTo(letter.headers());
        send(letter);
    }

    /** Moves the gate's position behind this record, as a commit of the gate does. */
    void gateHasRead(RecordPlace record) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.alterConsumerGroupOffsets(
                            "sluice-outbound",
                            Map.of(
                                    new TopicPartition(record.topic(), record.partition()),
                                    new OffsetAndMetadata(record.offset() + 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** What stands in the sender's partition and names it. */
    List<ConsumerRecord<byte[], byte[]>> of(TopicSpec spec, String sender) {
        TopicPartition partition = new TopicPartition(spec.name(), partition(spec, sender));
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (text(record.value()).contains("\"sender\":\"" + sender + "\"")) {
                        found.add(record);
                    }
                });
            }
        }
        return found;
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void write(TopicSpec spec, JobKey job, byte @Nullable [] value) {
        send(new ProducerRecord<>(spec.name(), partition(spec, job.sender().text()), job.bytes(), value));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static int partition(TopicSpec spec, String sender) {
        return Partitions.forSender(sender, spec.partitions());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
    }
}
