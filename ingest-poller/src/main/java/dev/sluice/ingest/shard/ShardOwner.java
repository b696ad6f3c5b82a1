package dev.sluice.ingest.shard;

import dev.sluice.runtime.acl.Denied;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import dev.sluice.runtime.kafka.WriteFailure;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns one shard on a thread of its own: takes over, serves, and after any doubt asks the group before it takes over
 * again. See {@link ShardState}.
 *
 * <p>All writing and all decisions about polls happen on this thread; other threads only put messages into its mailbox.
 */
final class ShardOwner implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ShardOwner.class);

    /** Between a doubt and the next try: long enough not to spin, and for Telegram not to cut the answer (A22). */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** A confirmation that does not come is asked for again; a rebalance that keeps the shard does not name it. */
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);

    /** The longest sleep, so that the heartbeat of the loop stays visible to the health check. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private final ShardContext context;
    private final Membership membership;
    private final Consumer<ShardOwner> askConfirmation;
    private final @Nullable ShardOwner predecessor;
    private final Mailbox mailbox = new Mailbox();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile ShardState state = ShardState.TAKING_OVER;
    private volatile @Nullable StopMode stop;
    private volatile long lastLoopNanos = System.nanoTime();
    private volatile long endOffset;
    private volatile @Nullable Instant lastServed;
    private boolean announced;

    /**
     * @param askConfirmation asks the ownership thread to confirm that this owner's shard is still assigned; the answer
     *     comes as a message
     * @param predecessor the owner that this process had for the same shard before and that may still be ending
     * @param lastServed when the shard was last served by anybody; null if unknown
     */
    ShardOwner(
            ShardContext context,
            Membership membership,
            Consumer<ShardOwner> askConfirmation,
            @Nullable ShardOwner predecessor,
            @Nullable Instant lastServed) {
        this.context = context;
        this.membership = membership;
        this.askConfirmation = askConfirmation;
        this.predecessor = predecessor;
        this.lastServed = lastServed;
    }

    @Override
    public void run() {
        try {
            awaitPredecessor();
            // Being assigned is the first confirmation.
            long doubts = membership.doubts();
            while (stop == null) {
                serveOnce(doubts);
                if (stop == null) {
                    state = ShardState.UNCONFIRMED;
                    doubts = awaitConfirmation();
                }
            }
            state = ShardState.STOPPED;
            ended.complete(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            state = ShardState.STOPPED;
            ended.complete(null);
        } catch (RuntimeException | Error e) {
            state = ShardState.FAILED;
            ended.completeExceptionally(e);
        }
    }

    /** Two producers of one transactional id in one process would fence each other; so the former one ends first. */
    private void awaitPredecessor() throws InterruptedException {
        while (predecessor != null && !predecessor.ended.isDone() && stop == null) {
            touch();
            mailbox.awaitUntil(System.nanoTime() + ASK_AGAIN.toNanos());
        }
    }

    /** One session, from taking over to the first doubt or the stop. */
    private void serveOnce(long doubts) throws InterruptedException {
        state = ShardState.TAKING_OVER;
        touch();
        try (ShardSession session =
                ShardSession.open(context, mailbox, () -> membership.isSure(doubts), lastServed, !announced)) {
            announced = true;
            state = ShardState.SERVING;
            log.info("shard {}: serving {} bots", context.shard(), session.bots());
            while (stop == null) {
                serve(session);
            }
            if (stop == StopMode.DRAIN) {
                session.finish();
            }
        } catch (WriteFailure e) {
            context.metrics().failed(e);
            if (e.verdict() == Verdict.STOP) {
                throw new StartFailure(
                        ExitCode.UNREACHABLE, "kafka", e.getMessage() + "; wants permission to write", e);
            }
            log.warn("shard {}: {}; starting again from what is stored", context.shard(), e.getMessage());
        } catch (LostCertainty e) {
            context.metrics().doubted();
            log.warn("shard {}: {}", context.shard(), e.getMessage());
        } catch (StartFailure e) {
            throw e;
        } catch (AuthorizationException e) {
            throw Denied.inWords(e);
        } catch (KafkaException e) {
            context.metrics().doubted();
            log.warn("shard {}: {}; trying again", context.shard(), e.toString());
        } catch (RuntimeException e) {
            context.metrics().doubted();
            // A fault of ours must not end the other shards; this one starts again from what is stored, again and
            // again.
            log.error("shard {}: an internal fault; starting again from what is stored", context.shard(), e);
        }
    }

    private void serve(ShardSession session) throws InterruptedException, WriteFailure {
        touch();
        long now = System.nanoTime();
        long due = Math.min(session.fireTimers(now), now + TICK.toNanos());
        ShardMessage message = mailbox.awaitUntil(due);
        while (message != null) {
            session.accept(message);
            message = session.isFull() ? null : mailbox.poll();
        }
        session.commit();
        endOffset = session.endOffset();
        lastServed = session.lastAnswer();
    }

    /** Waits until the group confirms the assignment, and returns the doubts that were known when it did. */
    private long awaitConfirmation() throws InterruptedException {
        long next = System.nanoTime() + PAUSE.toNanos();
        long doubts = membership.doubts();
        while (stop == null) {
            touch();
            ShardMessage message = mailbox.awaitUntil(next);
            if (message == null) {
                doubts = membership.doubts();
                askConfirmation.accept(this);
                next = System.nanoTime() + ASK_AGAIN.toNanos();
            } else if (message instanceof ShardMessage.Confirmation answer && answer.confirmed()) {
                return doubts;
            } else {
                ShardSession.discard(message);
            }
        }
        return doubts;
    }

    private void touch() {
        lastLoopNanos = System.nanoTime();
    }

    /** Tells the owner to stop; safe to call from any thread and more than once, the first mode counts. */
    void stop(StopMode mode) {
        if (stop == null) {
            stop = mode;
        }
        mailbox.put(new ShardMessage.Wake());
    }

    void tell(ShardMessage message) {
        mailbox.put(message);
    }

    /** Completes when the owner has closed everything; exceptionally when it met a fault that no retry can mend. */
    CompletionStage<Void> ended() {
        return ended;
    }

    /** Waits for the end, at most until the deadline; false when it has not come. */
    boolean awaitEnd(long deadlineNanos) {
        return Waiting.until(ended, deadlineNanos);
    }

    int shard() {
        return context.shard();
    }

    ShardState state() {
        return state;
    }

    /** The position in the shard's partition up to which the owner knows everything. */
    long endOffset() {
        return endOffset;
    }

    /** When Telegram last answered a poll of one of the shard's bots; null when it never has. */
    @Nullable
    Instant lastServed() {
        return lastServed;
    }

    /** How long the loop has not come round; the health check's measure. Blocking calls on the way are bounded. */
    Duration sinceLastLoop() {
        return Duration.ofNanos(System.nanoTime() - lastLoopNanos);
    }
}
