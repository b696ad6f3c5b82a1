package dev.sluice.ingest.shard;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * The shards of this process, from outside: set going, stopped in good order, and looked at by the health checks. Which
 * shards it has, the group decides; its consumer lives on one thread, {@code ingest-ownership} ({@link GroupMember}).
 */
public final class ShardOwnership implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final GroupMember member;
    private final ShardOwners owners;
    private final Thread thread;

    /**
     * @param topic whose partitions are the shards
     * @param contexts makes what an owner works with, for a shard number
     */
    ShardOwnership(String topic, int shards, Consumer<byte[], byte[]> consumer, IntFunction<ShardContext> contexts) {
        this.consumer = consumer;
        this.member = new GroupMember(topic, shards, consumer, contexts);
        this.owners = member.owners();
        this.thread = new Thread(member, "ingest-ownership");
    }

    public void start() {
        thread.start();
    }

    /** Tells all owners that tokens have changed. */
    void tokensChanged() {
        owners.tellAll(new ShardMessage.TokensChanged());
    }

    /**
     * Stops in good order: owners commit what they have in hand, then the group is left (a static member is not; its shards
     * wait for it until the session runs out).
     *
     * @return true when all ended before the deadline
     */
    public boolean drain(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        member.drain();
        boolean clean = owners.drain(end);
        close();
        return clean && !thread.isAlive();
    }

    @Override
    public void close() {
        member.stop();
        try {
            thread.join(GroupMember.HANDOVER.toMillis() + GroupMember.POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            consumer.close(CloseOptions.timeout(GroupMember.HANDOVER));
        }
    }

    /** Completes exceptionally when the process cannot go on; normally after {@link #drain}. */
    public CompletionStage<Void> ended() {
        return member.ended();
    }

    /** True while the thread that keeps the membership runs. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** True once the group has answered, be it with no shard at all. */
    public boolean isAssigned() {
        return member.isAssigned();
    }

    /** The shards held now and where they stand. */
    public Map<Integer, ShardState> states() {
        return owners.states();
    }

    /** The longest time that a loop of this process has not come round; for the health check. */
    public Duration longestStandstill() {
        return owners.longestStandstill();
    }
}
