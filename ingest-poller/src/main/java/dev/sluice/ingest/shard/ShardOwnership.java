package dev.sluice.ingest.shard;

import dev.sluice.ingest.IngestMetrics;
import dev.sluice.ingest.IngestSettings;
import dev.sluice.ingest.telegram.BotApi;
import dev.sluice.ingest.token.TokenListener;
import dev.sluice.ingest.token.TokenStore;
import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's membership in the group that shares out the shards: starts an owner for each shard that is assigned,
 * stops it when it is taken away, and answers the owners' requests for confirmation.
 *
 * <p>The group consumer never reads a record: its assigned partitions stay paused. It lives on one thread, {@code
 * ingest-ownership}; nothing there may block for longer than {@link #HANDOVER}, since a thread that stands still counts as
 * lost certainty (see {@link Membership}).
 */
public final class ShardOwnership implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShardOwnership.class);

    private static final String GROUP = "sluice-ingest";

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * How long a rebalance waits for owners to commit what they have in hand and close. Afterwards the shard is handed over
     * all the same: the successor's fencing does not need our help.
     */
    private static final Duration HANDOVER = Duration.ofSeconds(2);

    /** How often an owner's position and the time it was last served are noted with the group. */
    private static final Duration NOTE_EVERY = Duration.ofSeconds(10);

    private final String topic;
    private final int shards;
    private final Consumer<byte[], byte[]> consumer;
    private final OwnerFactory factory;
    private final Membership membership = new Membership();
    private final Map<Integer, ShardOwner> owners = new ConcurrentHashMap<>();
    private final Queue<ShardOwner> wantConfirmation = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean assigned;
    private volatile boolean draining;
    private long nextNote = System.nanoTime() + NOTE_EVERY.toNanos();

    /** Makes what an owner works with, for a shard number. */
    interface OwnerFactory extends IntFunction<ShardContext> {}

    ShardOwnership(String topic, int shards, Consumer<byte[], byte[]> consumer, OwnerFactory factory) {
        this.topic = topic;
        this.shards = shards;
        this.consumer = consumer;
        this.factory = factory;
        this.thread = new Thread(this::run, "ingest-ownership");
    }

    /**
     * Puts the shards of a poller together; {@link #start} sets them going.
     *
     * @param shards the recorded number of shards
     * @param staticMember the name of a static member, which keeps its shards over a quick restart; empty for a dynamic one
     */
    public static ShardOwnership of(
            int shards,
            Names names,
            String instance,
            Optional<String> staticMember,
            IngestSettings settings,
            KafkaClients clients,
            Admin admin,
            BotApi api,
            IngestMetrics metrics,
            TokenStore tokens,
            InstantSource clock) {
        ShardOwnership ownership = new ShardOwnership(
                names.topic(Topics.CHECKPOINTS),
                shards,
                clients.groupConsumer(names.group(GROUP), staticMember, Map.of()),
                shard -> new ShardContext(
                        shard,
                        shards,
                        names,
                        instance,
                        settings,
                        clients,
                        admin,
                        api,
                        metrics,
                        tokens::snapshot,
                        clock,
                        new SplittableRandom()));
        metrics.shardsOwned(() -> Math.toIntExact(ownership.states().values().stream()
                .filter(state -> state == ShardState.SERVING)
                .count()));
        tokens.addListener(new TokenListener() {
            @Override
            public void added(long botId, Secret token) {
                ownership.tokensChanged();
            }

            @Override
            public void changed(long botId, Secret token) {
                ownership.tokensChanged();
            }

            @Override
            public void removed(long botId) {
                ownership.tokensChanged();
            }
        });
        return ownership;
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            consumer.subscribe(List.of(topic), new Listener());
            while (stop.getCount() > 0) {
                membership.tick();
                turn();
            }
            ended.complete(null);
        } catch (FencedInstanceIdException e) {
            ended.completeExceptionally(new StartFailure(
                    ExitCode.CHECK_FAILED,
                    "sluice.instance-id",
                    "another process has joined the group under the same id; give each instance an id of its own"));
        } catch (RuntimeException | Error e) {
            ended.completeExceptionally(e);
        } finally {
            close(owners.values(), StopMode.LOST);
        }
    }

    private void turn() {
        try {
            consumer.poll(POLL);
            confirm();
            note();
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
            boolean ours = owners.get(owner.shard()) == owner
                    && consumer.assignment().contains(new TopicPartition(topic, owner.shard()))
                    && commit(List.of(owner));
            owner.tell(new ShardMessage.Confirmation(ours));
        }
    }

    private void note() {
        if (System.nanoTime() < nextNote) {
            return;
        }
        nextNote = System.nanoTime() + NOTE_EVERY.toNanos();
        List<ShardOwner> serving = owners.values().stream()
                .filter(owner -> owner.state() == ShardState.SERVING)
                .toList();
        if (!serving.isEmpty()) {
            commit(serving);
        }
    }

    /** The broker takes this only from a member of the present generation, which is what makes it a confirmation. */
    private boolean commit(List<ShardOwner> some) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (ShardOwner owner : some) {
            offsets.put(
                    new TopicPartition(topic, owner.shard()),
                    new OffsetAndMetadata(owner.endOffset(), LastServed.toMetadata(owner.lastServed())));
        }
        try {
            consumer.commitSync(offsets, HANDOVER);
            return true;
        } catch (FencedInstanceIdException | AuthorizationException e) {
            throw e;
        } catch (KafkaException e) {
            log.info("the group does not confirm {}: {}", offsets.keySet(), e.toString());
            return false;
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
            Map<Integer, Instant> lastServed = lastServed(added);
            for (TopicPartition partition : added) {
                open(partition.partition(), lastServed);
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> removed) {
            close(ownersOf(removed), StopMode.DRAIN);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> removed) {
            log.warn("lost {}", removed);
            close(ownersOf(removed), StopMode.LOST);
        }
    }

    private Map<Integer, Instant> lastServed(Collection<TopicPartition> partitions) {
        membership.tick();
        Map<Integer, Instant> times = new HashMap<>();
        try {
            consumer.committed(new HashSet<>(partitions), HANDOVER)
                    .forEach((partition, offset) ->
                            LastServed.fromMetadata(offset).ifPresent(at -> times.put(partition.partition(), at)));
        } catch (KafkaException e) {
            log.info("could not learn when {} were last served: {}", partitions, e.toString());
        }
        return times;
    }

    private void open(int shard, Map<Integer, Instant> lastServed) {
        if (shard >= shards) {
            // Not thrown: the consumer would wrap it, and go on.
            ended.completeExceptionally(new StartFailure(
                    ExitCode.TOPICS,
                    topic,
                    "has more than the %d partitions it was made with; two ids would own one bot without a fence"
                            .formatted(shards)));
            return;
        }
        ShardOwner owner = new ShardOwner(
                factory.apply(shard), membership, wantConfirmation::add, owners.get(shard), lastServed.get(shard));
        owners.put(shard, owner);
        owner.ended().whenComplete((ok, fault) -> {
            if (fault != null) {
                ended.completeExceptionally(fault);
            }
        });
        new Thread(owner, "ingest-shard-" + shard).start();
    }

    private List<ShardOwner> ownersOf(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(partition -> owners.get(partition.partition()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Tells all of them to stop, then waits for all under one deadline. Whoever takes longer ends by itself. */
    private void close(Collection<ShardOwner> some, StopMode mode) {
        membership.tick();
        some.forEach(owner -> owner.stop(mode));
        long deadline = System.nanoTime() + HANDOVER.toNanos();
        for (ShardOwner owner : some) {
            if (owner.awaitEnd(deadline)) {
                owners.remove(owner.shard(), owner);
            } else {
                log.warn("shard {} is handed over before its owner has ended", owner.shard());
            }
        }
    }

    /** Tells all owners that tokens have changed. */
    public void tokensChanged() {
        owners.values().forEach(owner -> owner.tell(new ShardMessage.TokensChanged()));
    }

    /**
     * Stops in good order: owners commit what they have in hand, then the group is left (a static member is not; its shards
     * wait for it until the session runs out).
     *
     * @return true when all ended before the deadline
     */
    public boolean drain(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        draining = true;
        owners.values().forEach(owner -> owner.stop(StopMode.DRAIN));
        boolean clean = true;
        for (ShardOwner owner : owners.values()) {
            clean &= owner.awaitEnd(end);
        }
        close();
        return clean && !thread.isAlive();
    }

    @Override
    public void close() {
        draining = true;
        stop.countDown();
        try {
            thread.join(HANDOVER.toMillis() + POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            consumer.close(CloseOptions.timeout(HANDOVER));
        }
    }

    /** Completes exceptionally when the process cannot go on; normally after {@link #drain}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** True while the thread that keeps the membership runs. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** True once the group has answered, be it with no shard at all. */
    public boolean isAssigned() {
        return assigned;
    }

    /** The shards held now and where they stand. */
    public Map<Integer, ShardState> states() {
        Map<Integer, ShardState> states = new TreeMap<>();
        owners.forEach((shard, owner) -> states.put(shard, owner.state()));
        return states;
    }

    /** The longest time that a loop of this process has not come round; for the health check. */
    public Duration longestStandstill() {
        return owners.values().stream()
                .map(ShardOwner::sinceLastLoop)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
