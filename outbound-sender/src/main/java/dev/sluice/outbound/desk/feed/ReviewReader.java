package dev.sluice.outbound.desk.feed;

import dev.sluice.model.RecordPlace;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.web.UnavailableException;
import dev.sluice.outbound.desk.web.WholeReviews;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads single reviews where they lie: one thread, {@code desk-read}, one after the other. */
public final class ReviewReader implements WholeReviews, AutoCloseable {

    /** One record at a time, and little that is fetched ahead; a larger record always comes whole. */
    public static final Map<String, Object> CONSUMER = Map.of(
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 64 * 1024,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(100);

    /** People who wait at once; more are told to come again. */
    private static final int WAITING = 8;

    private final String topic;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final ThreadPoolExecutor reader =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                Thread thread = new Thread(task, "desk-read");
                thread.setDaemon(true);
                return thread;
            });
    private @Nullable Consumer<byte[], byte[]> consumer;

    public ReviewReader(DeskTopics topics, Supplier<Consumer<byte[], byte[]>> consumers) {
        this.topic = topics.reviews();
        this.consumers = consumers;
    }

    @Override
    public Optional<Stored> read(OpenReview review) {
        try {
            Future<Optional<Stored>> answer = reader.submit(() -> readNow(review));
            return answer.get(DEADLINE.toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException || e.getCause() instanceof UnavailableException
                    ? unavailable()
                    : new IllegalStateException(e.getCause());
        } catch (TimeoutException | RejectedExecutionException e) {
            throw unavailable();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable();
        }
    }

    private static UnavailableException unavailable() {
        return new UnavailableException("the review was not read in time; wants the same again");
    }

    private Optional<Stored> readNow(OpenReview review) {
        try {
            Consumer<byte[], byte[]> reading = consumer;
            if (reading == null) {
                reading = consumers.get();
                consumer = reading;
            }
            return readFrom(reading, review);
        } catch (RuntimeException e) {
            drop();
            throw e;
        }
    }

    private Optional<Stored> readFrom(Consumer<byte[], byte[]> reading, OpenReview review) {
        TopicPartition partition = new TopicPartition(topic, review.partition());
        long until = System.nanoTime() + DEADLINE.toNanos();
        reading.assign(List.of(partition));
        try {
            reading.seek(partition, review.offset());
            while (System.nanoTime() - until < 0) {
                for (ConsumerRecord<byte[], byte[]> record : reading.poll(POLL)) {
                    return stored(record, review);
                }
                if (reading.position(partition, DEADLINE) > review.offset()) {
                    return Optional.empty(); // nothing but holes from there on
                }
            }
            throw unavailable();
        } finally {
            reading.unsubscribe();
        }
    }

    /** After a compaction, what comes from that offset may be another review. */
    private Optional<Stored> stored(ConsumerRecord<byte[], byte[]> record, OpenReview review) {
        boolean same = record.offset() == review.offset()
                && record.value() != null
                && Arrays.equals(record.key(), review.key().bytes());
        return same
                ? Optional.of(
                        new Stored(new RecordPlace(topic, record.partition(), record.offset()).text(), record.value()))
                : Optional.empty();
    }

    private void drop() {
        Consumer<byte[], byte[]> old = consumer;
        consumer = null;
        if (old != null) {
            old.close();
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
        try {
            if (reader.awaitTermination(1, TimeUnit.SECONDS)) {
                drop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
