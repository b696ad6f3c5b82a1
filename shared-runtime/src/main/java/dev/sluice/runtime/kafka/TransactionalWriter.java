package dev.sluice.runtime.kafka;

import dev.sluice.runtime.kafka.TransactionErrorPolicy.Phase;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Groups of records that become visible together or not at all, from one producer that owns its transactional id.
 *
 * <pre>{@code
 * try (TransactionalWriter writer = new TransactionalWriter(producer, Duration.ofSeconds(15))) {
 *     writer.init();                  // fences the former owner, settles its open transaction
 *     ...read what is stored...
 *     writer.commit(records);         // visible now, or WriteFailure says what to do
 * }
 * }</pre>
 *
 * <p>After a failed send the broker is never asked to commit; the transaction is aborted. A commit that times out is asked for again, never
 * aborted; when patience ends, its outcome is in doubt and the producer is closed (R35, R36: what to go on from is then
 * read again).
 *
 * <p>Confined to the thread that calls {@link #init}, and that is asserted; only {@link #close} may come from another one,
 * and makes a call that is under way fail.
 */
public final class TransactionalWriter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TransactionalWriter.class);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private enum State {
        NEW,
        READY,
        CLOSED
    }

    private final Producer<byte[], byte[]> producer;
    private final Duration patience;
    private final LongSupplier nanoTime;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private volatile @Nullable Thread owner;

    /**
     * @param producer with a transactional id, not used yet, and closed with this writer
     * @param patience how long an init, commit or abort that times out is repeated; the transaction timeout is enough,
     *     since after that the broker has ended the transaction itself
     */
    public TransactionalWriter(Producer<byte[], byte[]> producer, Duration patience) {
        this(producer, patience, System::nanoTime);
    }

    TransactionalWriter(Producer<byte[], byte[]> producer, Duration patience, LongSupplier nanoTime) {
        this.producer = producer;
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    /**
     * Takes the transactional id: whoever had it is fenced, what he left open is settled when this returns.
     *
     * @throws WriteFailure REBUILD, STEP_DOWN or STOP; the writer is closed
     */
    public void init() throws WriteFailure {
        requireState(State.NEW);
        owner = Thread.currentThread();
        Throwable failed = attempt(Phase.INIT, producer::initTransactions);
        if (failed != null) {
            throw broken(Phase.INIT, failed);
        }
        state.compareAndSet(State.NEW, State.READY); // unless closed meanwhile
    }

    /**
     * Writes all records in one transaction; when it returns, they are visible.
     *
     * @param records at least one: an empty transaction is a programming error (D21)
     * @return where each record is, in their order
     * @throws WriteFailure ABORT_AND_RETRY when nothing was written and the writer can go on; otherwise the writer is closed
     */
    public List<RecordMetadata> commit(List<ProducerRecord<byte[], byte[]>> records) throws WriteFailure {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("an empty transaction");
        }
        requireState(State.READY);
        requireOwner();
        List<Future<RecordMetadata>> results = new ArrayList<>(records.size());
        try {
            producer.beginTransaction();
            for (ProducerRecord<byte[], byte[]> r : records) {
                results.add(producer.send(r));
            }
        } catch (RuntimeException e) {
            throw abort(graver(e, gravest(results)));
        }
        // Kafka sends what is buffered and asks the broker to commit when all of it is there; when some of it fails, so
        // does this call, and the broker is not asked. A flush of our own in front would only wait twice.
        Throwable failed = attempt(Phase.COMMIT, producer::commitTransaction);
        if (failed != null) {
            Throwable send = gravest(results);
            throw send == null ? broken(Phase.COMMIT, failed) : abort(send);
        }
        return results.stream().map(TransactionalWriter::stored).toList();
    }

    /** Closes within five seconds; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    /**
     * Closes the producer, waiting at most {@code timeout} for what is under way. An open transaction is aborted, or left
     * to the broker's timeout or the next owner; it is never committed by this. Does nothing when closed already.
     */
    public void close(Duration timeout) {
        if (state.getAndSet(State.CLOSED) == State.CLOSED) {
            return;
        }
        boolean interrupted =
                Thread.interrupted(); // would cut the closing short and leave the producer's thread behind
        try {
            producer.close(timeout);
        } catch (RuntimeException e) {
            log.warn("closing a producer failed", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Where a record of a committed transaction is; it cannot have failed. */
    private static RecordMetadata stored(Future<RecordMetadata> result) {
        try {
            return result.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("a record of a committed transaction has failed", e);
        }
    }

    /** The gravest of what the sends that are done failed with; null when none has. */
    private static @Nullable Throwable gravest(List<Future<RecordMetadata>> results) {
        Throwable gravest = null;
        for (Future<RecordMetadata> result : results) {
            Throwable failure = failure(result);
            if (failure != null) {
                gravest = graver(failure, gravest);
            }
        }
        return gravest;
    }

    private static Throwable graver(Throwable one, @Nullable Throwable other) {
        return other == null || verdictOnSend(one).compareTo(verdictOnSend(other)) > 0 ? one : other;
    }

    private static @Nullable Throwable failure(Future<RecordMetadata> result) {
        if (!result.isDone()) {
            return null; // the abort settles it
        }
        try {
            result.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            return new InterruptException(e); // sets the flag again
        }
    }

    private static Verdict verdictOnSend(Throwable t) {
        return TransactionErrorPolicy.of(t, Phase.SEND);
    }

    private WriteFailure abort(Throwable failed) {
        Verdict verdict = verdictOnSend(failed);
        if (verdict != Verdict.ABORT_AND_RETRY) {
            return broken(verdict, Phase.SEND, failed);
        }
        Throwable abortFailed = attempt(Phase.ABORT, producer::abortTransaction);
        return abortFailed == null ? new WriteFailure(verdict, Phase.SEND, failed) : broken(Phase.ABORT, abortFailed);
    }

    /** Calls {@code method}, again while it only takes too long and patience lasts; returns what it failed with, if so. */
    private @Nullable RuntimeException attempt(Phase phase, Runnable method) {
        long since = nanoTime.getAsLong();
        while (true) {
            try {
                method.run();
                return null;
            } catch (RuntimeException e) {
                boolean slow = TransactionErrorPolicy.of(e, phase) == Verdict.REPEAT_CALL;
                boolean patient = nanoTime.getAsLong() - since < patience.toNanos();
                if (!slow || !patient || state.get() == State.CLOSED) {
                    return e;
                }
                log.warn("{} takes long, repeating it: {}", phase, e.toString());
            }
        }
    }

    private WriteFailure broken(Phase phase, Throwable cause) {
        Verdict verdict = TransactionErrorPolicy.of(cause, phase);
        return broken(verdict == Verdict.REPEAT_CALL ? Verdict.REBUILD : verdict, phase, cause);
    }

    /** Without waiting: what is under way may still reach the broker, which is why the verdict says to read again. */
    private WriteFailure broken(Verdict verdict, Phase phase, Throwable cause) {
        close(Duration.ZERO);
        return new WriteFailure(verdict, phase, cause);
    }

    private void requireState(State required) {
        State now = state.get();
        if (now != required) {
            throw new IllegalStateException("the writer is " + now + ", not " + required);
        }
    }

    private void requireOwner() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the writer belongs to another thread");
        }
    }
}
