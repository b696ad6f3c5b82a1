package dev.sluice.ingest.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owners of the shards that this process holds. The ownership thread alone opens and closes them; any thread may look at
 * them or tell them something.
 */
final class ShardOwners {
    private static final Logger log = LoggerFactory.getLogger(ShardOwners.class);

    private final IntFunction<ShardContext> contexts;
    private final Membership membership;
    private final Consumer<ShardOwner> askConfirmation;
    private final Consumer<Throwable> onFault;
    private final Map<Integer, ShardOwner> owners = new ConcurrentHashMap<>();

    /**
     * @param contexts makes what an owner works with, for a shard number
     * @param askConfirmation what an owner asks after a doubt, from its own thread
     * @param onFault hears of faults that no retry can mend, from the owner's thread
     */
    ShardOwners(
            IntFunction<ShardContext> contexts,
            Membership membership,
            Consumer<ShardOwner> askConfirmation,
            Consumer<Throwable> onFault) {
        this.contexts = contexts;
        this.membership = membership;
        this.askConfirmation = askConfirmation;
        this.onFault = onFault;
    }

    /**
     * Starts an owner.
     *
     * @param lastServed when the shard was last served by anybody; null if unknown
     */
    void open(int shard, @Nullable Instant lastServed) {
        ShardOwner owner =
                new ShardOwner(contexts.apply(shard), membership, askConfirmation, owners.get(shard), lastServed);
        owners.put(shard, owner);
        owner.ended().whenComplete((ok, fault) -> {
            if (fault != null) {
                onFault.accept(fault);
            }
        });
        new Thread(owner, "ingest-shard-" + shard).start();
    }

    /** Tells all of them to stop, then waits for all under one deadline. Whoever takes longer ends by itself. */
    void close(Collection<ShardOwner> some, StopMode mode, Duration patience) {
        some.forEach(owner -> owner.stop(mode));
        long deadline = System.nanoTime() + patience.toNanos();
        for (ShardOwner owner : some) {
            if (owner.awaitEnd(deadline)) {
                owners.remove(owner.shard(), owner);
            } else {
                log.warn("shard {} is handed over before its owner has ended", owner.shard());
            }
        }
    }

    /**
     * Stops all in good order; safe to call from any thread.
     *
     * @return true when all ended before the deadline
     */
    boolean drain(long deadlineNanos) {
        owners.values().forEach(owner -> owner.stop(StopMode.DRAIN));
        boolean clean = true;
        for (ShardOwner owner : owners.values()) {
            clean &= owner.awaitEnd(deadlineNanos);
        }
        return clean;
    }

    void tellAll(ShardMessage message) {
        owners.values().forEach(owner -> owner.tell(message));
    }

    Collection<ShardOwner> all() {
        return owners.values();
    }

    List<ShardOwner> of(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(partition -> owners.get(partition.partition()))
                .filter(Objects::nonNull)
                .toList();
    }

    List<ShardOwner> serving() {
        return owners.values().stream()
                .filter(owner -> owner.state() == ShardState.SERVING)
                .toList();
    }

    /** False when another owner has come in its place, or it has been closed. */
    boolean isCurrent(ShardOwner owner) {
        return owners.get(owner.shard()) == owner;
    }

    /** The shards and where they stand. */
    Map<Integer, ShardState> states() {
        Map<Integer, ShardState> states = new TreeMap<>();
        owners.forEach((shard, owner) -> states.put(shard, owner.state()));
        return states;
    }

    /** The longest time that a loop has not come round. */
    Duration longestStandstill() {
        return owners.values().stream()
                .map(ShardOwner::sinceLastLoop)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
