package dev.sluice.ingest.shard;

import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the group consumer: has an owner started for each shard that is assigned and stopped when it is taken away,
 * and answers the owners' requests for confirmation.
 *
 * <p>The consumer never reads a record: its assigned partitions stay paused. It lives on the thread that runs this; nothing
 * there may block for longer than {@link #HANDOVER}, since a thread that stands still counts as lost certainty (see {@link
 * Membership}).
 */
final class GroupMember implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(GroupMember.class);

    /** How long one turn waits for the group, and so how long a stop may go unseen. */
    static final Duration POLL = Duration.ofMillis(100);

    /**
     * How long a rebalance waits for owners to commit what they have in hand and close. Afterwards the shard is handed over
     * all the same: the successor's fencing does not need our help.
     */
    static final Duration HANDOVER = Duration.ofSeconds(2);

    private final String topic;
    private final int shards;
    private final Consumer<byte[], byte[]> consumer;
    private final GroupOffsets offsets;
    private final Membership membership = new Membership();
    private final Queue<ShardOwner> wantConfirmation = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final ShardOwners owners;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile boolean assigned;
    private volatile boolean draining;

    /**
     * @param topic whose partitions are the shards
     * @param contexts makes what an owner works with, for a shard number
     */
    GroupMember(String topic, int shards, Consumer<byte[], byte[]> consumer, IntFunction<ShardContext> contexts) {
        this.topic = topic;
        this.shards = shards;
        this.consumer = consumer;
        this.offsets = new GroupOffsets(topic, consumer, HANDOVER);
        this.owners = new ShardOwners(contexts, membership, wantConfirmation::add, ended::completeExceptionally);
    }

    @Override
    public void run() {
        try {
            consumer.subscribe(List.of(topic), new Listener());
            while (stop.getCount() > 0) {
                membership.tick();
                turn();
            }
            ended.complete(null);
        } catch (FencedInstanceIdException e) {
            ended.completeExceptionally(KafkaClients.instanceIdTaken());
        } catch (RuntimeException | Error e) {
            ended.completeExceptionally(e);
        } finally {
            close(owners.all(), StopMode.LOST);
        }
    }

    private void turn() {
        try {
            consumer.poll(POLL);
            confirm();
            offsets.noteWhenDue(owners);
        } catch (FencedInstanceIdException | AuthorizationException e) {
            throw e;
        } catch (KafkaException e) {
            // Kafka lost later is no reason to end (CONTRACT, Process); the client keeps trying by itself.
            log.warn("group membership: {}", e.toString());
            awaitStop(POLL);
        }
    }

    private void awaitStop(Duration atMost) {
        try {
            var unused = stop.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void confirm() {
        for (ShardOwner owner = wantConfirmation.poll(); owner != null; owner = wantConfirmation.poll()) {
            owner.tell(new ShardMessage.Confirmation(owners.isCurrent(owner) && offsets.confirms(owner)));
        }
    }

    private final class Listener implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> added) {
            consumer.pause(added);
            assigned = true;
            if (draining) {
                return;
            }
            membership.tick();
            Map<Integer, Instant> lastServed = offsets.lastServed(added);
            for (TopicPartition partition : added) {
                if (isKnown(partition)) {
                    owners.open(partition.partition(), lastServed.get(partition.partition()));
                }
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> removed) {
            close(owners.of(removed), StopMode.DRAIN);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> removed) {
            log.warn("lost {}", removed);
            close(owners.of(removed), StopMode.LOST);
        }
    }

    /** False, and the end of this process, when the topic has grown. */
    private boolean isKnown(TopicPartition partition) {
        if (partition.partition() < shards) {
            return true;
        }
        // Not thrown: the consumer would wrap it, and go on.
        ended.completeExceptionally(new StartFailure(
                ExitCode.TOPICS,
                topic,
                "has more than the %d partitions it was made with; two ids would own one bot without a fence"
                        .formatted(shards)));
        return false;
    }

    private void close(Collection<ShardOwner> some, StopMode mode) {
        membership.tick();
        owners.close(some, mode, HANDOVER);
    }

    /** From now on no owner is started; the membership goes on. */
    void drain() {
        draining = true;
    }

    /** Lets {@link #run} end. */
    void stop() {
        draining = true;
        stop.countDown();
    }

    ShardOwners owners() {
        return owners;
    }

    /** Completes exceptionally when the process cannot go on; normally when the loop has ended as told. */
    CompletionStage<Void> ended() {
        return ended;
    }

    /** True once the group has answered, be it with no shard at all. */
    boolean isAssigned() {
        return assigned;
    }
}
