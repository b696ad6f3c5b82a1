package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.GateRecordCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores what became of attempts. Whoever publishes is never held up: sending, which may block on metadata, is done by the
 * thread {@code dispatch-results}. What fails is sent again, in its order, until it is stored or the process stops; a producer
 * that cannot go on is replaced. A record may so be stored twice: the gate takes a result once per grant.
 *
 * <p>Records of one partition are stored in the order of their publishing as long as none fails. Who needs an order for
 * certain (a 429 and the hand-backs that it causes) waits for {@link Outgoing#stored}.
 */
final class ResultPublisher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ResultPublisher.class);

    private static final long RETRY_NANOS = Duration.ofMillis(250).toNanos();

    /** When results lie about for so long, or so many, nothing new is started: they are all that proves what was sent. */
    private static final long BEHIND_NANOS = Duration.ofSeconds(5).toNanos();

    private static final int BEHIND_RECORDS = 10_000;

    /** What is said once says nothing any more after this: a beat must not speak for a time that is over. */
    private static final long STALE_NANOS = Duration.ofSeconds(2).toNanos();

    private record Pending(long number, long sinceNanos, Outgoing outgoing) {}

    private final String topic;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private final LongSupplier nanos;
    private final BlockingQueue<Pending> fresh = new LinkedBlockingQueue<>();
    private final Queue<Pending> failed = new ConcurrentLinkedQueue<>();
    private final NavigableMap<Long, Pending> kept = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Thread thread = new Thread(this::run, "dispatch-results");
    private volatile boolean stopping;
    private volatile boolean renew;
    private volatile @Nullable Producer<byte[], byte[]> producer;
    private long retryAt;

    /** @param producers makes an idempotent producer; called again when one has failed for good */
    ResultPublisher(String topic, Supplier<Producer<byte[], byte[]>> producers, LongSupplier nanos) {
        this.topic = topic;
        this.producers = producers;
        this.nanos = nanos;
    }

    void start() {
        thread.start();
    }

    /** Takes a record; returns at once. {@link Outgoing#stored} tells when it is there. */
    void publish(Outgoing outgoing) {
        Pending pending = new Pending(numbers.incrementAndGet(), nanos.getAsLong(), outgoing);
        if (outgoing.kept()) {
            kept.put(pending.number(), pending);
        }
        fresh.add(pending);
    }

    /** Whether too much is not stored yet to begin anything new. */
    boolean isBehind() {
        Map.Entry<Long, Pending> oldest = kept.firstEntry();
        return fresh.size() > BEHIND_RECORDS
                || (oldest != null && nanos.getAsLong() - oldest.getValue().sinceNanos() > BEHIND_NANOS);
    }

    /** How many records that must be stored are not. */
    int pending() {
        return kept.size();
    }

    /** Replaces the producer: its timers do not survive a step of the wall clock. */
    void renew() {
        renew = true;
    }

    private void run() {
        try {
            while (!stopping) {
                Pending next = fresh.poll(50, TimeUnit.MILLISECONDS);
                retryFailed();
                if (next != null) {
                    send(next);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            discard();
        }
    }

    private void retryFailed() {
        if (renew) {
            renew = false;
            discard();
        }
        if (failed.isEmpty() || nanos.getAsLong() - retryAt < 0) {
            return;
        }
        retryAt = nanos.getAsLong() + RETRY_NANOS;
        List<Pending> again = new ArrayList<>();
        for (Pending pending = failed.poll(); pending != null; pending = failed.poll()) {
            again.add(pending);
        }
        again.sort(Comparator.comparingLong(Pending::number));
        log.warn("{} results could not be stored, and are sent again", again.size());
        again.forEach(this::send);
    }

    private void send(Pending pending) {
        Outgoing outgoing = pending.outgoing();
        long now = nanos.getAsLong();
        if (!outgoing.kept() && now - pending.sinceNanos() > STALE_NANOS) {
            return;
        }
        Producer<byte[], byte[]> used = producer;
        try {
            if (used == null) {
                used = producers.get();
                producer = used;
            }
            send(used, pending, outgoing, now);
        } catch (RuntimeException e) {
            sent(used, pending, e);
        }
    }

    private void send(Producer<byte[], byte[]> used, Pending pending, Outgoing outgoing, long now) {
        String key = outgoing.sender();
        var unused = used.send(
                new ProducerRecord<>(
                        topic,
                        outgoing.partition(),
                        key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                        GateRecordCodec.encode(outgoing.content().apply(now)),
                        outgoing.headers()),
                (metadata, failure) -> sent(used, pending, failure));
    }

    /** On the producer's own thread, mostly. */
    private void sent(@Nullable Producer<byte[], byte[]> used, Pending pending, @Nullable Exception failure) {
        if (failure == null) {
            // in this order: what waits for this one is pending before this one is not
            pending.outgoing().stored().complete(null);
            kept.remove(pending.number());
            return;
        }
        log.debug("a result was not stored: {}", failure.toString());
        if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            failed.add(new Pending(
                    pending.number(), pending.sinceNanos(), pending.outgoing().withoutMessage()));
            return;
        }
        // what an old producer says of its end is no fault of the new one
        if (!(failure instanceof RetriableException) && used == producer) {
            renew = true;
        }
        if (pending.outgoing().kept()) {
            failed.add(pending);
        }
    }

    private void discard() {
        Producer<byte[], byte[]> old = producer;
        producer = null;
        if (old != null) {
            try {
                old.close(Duration.ZERO);
            } catch (RuntimeException e) {
                log.debug("closing a producer failed: {}", e.toString());
            }
        }
    }

    /** Waits until all that must be stored is; false when it is not by the deadline. */
    boolean drain(long deadlineNanos) throws InterruptedException {
        while (!kept.isEmpty()) {
            if (nanos.getAsLong() - deadlineNanos >= 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return true;
    }

    /** Stops; what is not stored is lost, and its attempts become unknown. */
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
