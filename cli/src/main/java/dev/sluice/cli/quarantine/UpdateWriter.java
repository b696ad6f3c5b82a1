package dev.sluice.cli.quarantine;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.quarantine.Retry.Again;
import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.Partitions;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateFacts;
import dev.sluice.model.UpdateHeaders;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import dev.sluice.runtime.kafka.TransactionalWriter;
import dev.sluice.runtime.kafka.WriteFailure;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Stores updates that were too large, each once, whoever tries how often (I2).
 *
 * <p>It holds a transactional id of its own: whoever begins later fences the one before, and sees what that one has stored. So
 * no update is written by two, and each is looked for before it is written.
 */
final class UpdateWriter implements AutoCloseable {
    static final String TRANSACTIONAL_ID = "sluice-quarantine-retry";

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration SEARCH = Duration.ofMinutes(2);

    /** Clocks of poller and broker may differ by this much; reading a little more costs nothing that matters. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    /** What became of one. */
    sealed interface Written {
        record Stored(RecordPlace place) implements Written {}

        record Refused(String why) implements Written {}
    }

    private final Cluster cluster;
    private final String topic;
    private final int partitions;
    private final TransactionalWriter writer;

    /**
     * Takes the transactional id.
     *
     * @throws StartFailure when it cannot
     */
    UpdateWriter(Cluster cluster) {
        this.cluster = cluster;
        topic = cluster.names().topic(Topics.UPDATES);
        partitions = cluster.partitionsOf(Topics.UPDATES);
        String id = cluster.names().group(TRANSACTIONAL_ID);
        writer = new TransactionalWriter(cluster.clients().transactionalProducer(id, Map.of()), PATIENCE);
        try {
            writer.init();
        } catch (WriteFailure e) {
            throw failure(e);
        }
    }

    /**
     * Stores one unless it is there.
     *
     * @param update its bytes, as Telegram sent them
     * @param from where it stands in quarantine
     * @throws StartFailure when Kafka does not take it, or another retry has begun
     */
    Written write(Again again, byte[] update, UpdateFacts facts, RecordPlace from) {
        int partition = Partitions.forUpdate(facts, again.key().botId(), partitions);
        Optional<RecordPlace> before = find(partition, again, update);
        if (before.isPresent()) {
            return new Written.Refused("is stored already, at " + before.get());
        }
        RecordHeaders headers = UpdateHeaders.of(
                again.key().botId(), again.key().updateId(), facts, again.received(), again.sequence());
        headers.add(DeadLetterHeaders.RETRIED, from.text().getBytes(StandardCharsets.UTF_8));
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic, partition, again.received().toEpochMilli(), again.key().bytes(), update, headers);
        try {
            RecordMetadata stored = writer.commit(List.of(record)).get(0);
            return new Written.Stored(new RecordPlace(topic, stored.partition(), stored.offset()));
        } catch (WriteFailure e) {
            if (e.verdict() == Verdict.ABORT_AND_RETRY && e.getCause() instanceof RecordTooLargeException) {
                return new Written.Refused("is larger than " + topic + " takes; wants its max.message.bytes raised");
            }
            throw failure(e);
        }
    }

    /** The same update under the same key, from the time on at which it was received. */
    private Optional<RecordPlace> find(int partition, Again again, byte[] update) {
        TopicPartition updates = new TopicPartition(topic, partition);
        Instant since = again.received().minus(MARGIN);
        AtomicReference<@Nullable RecordPlace> found = new AtomicReference<>();
        try (Consumer<byte[], byte[]> reader = cluster.clients().reader()) {
            OffsetAndTimestamp start = reader.offsetsForTimes(Map.of(updates, since.toEpochMilli()), SEARCH)
                    .get(updates);
            if (start != null) {
                PartitionReader.readFrom(
                        cluster.admin(),
                        reader,
                        Map.of(updates, start.offset()),
                        SEARCH,
                        () -> found.get() != null,
                        record -> {
                            if (Arrays.equals(record.key(), again.key().bytes())
                                    && Arrays.equals(record.value(), update)) {
                                found.set(new RecordPlace(topic, record.partition(), record.offset()));
                            }
                        });
            }
        }
        return Optional.ofNullable(found.get());
    }

    private static StartFailure failure(WriteFailure e) {
        return e.verdict() == Verdict.STEP_DOWN
                ? new StartFailure(
                        ExitCode.CHECK_FAILED, "quarantine", "another 'sluice quarantine retry' has begun", e)
                : new StartFailure(
                        ExitCode.UNREACHABLE,
                        "kafka",
                        "does not take it (" + e.getMessage()
                                + "), so it may be stored or not; wants a healthy cluster "
                                + "and the ACLs for this command, then the same again",
                        e);
    }

    @Override
    public void close() {
        writer.close();
    }
}
