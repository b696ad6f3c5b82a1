package dev.sluice.outbound.topology;

import dev.sluice.outbound.gate.ChatState;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.topology.stored.Keys;
import dev.sluice.outbound.topology.stored.StoredIntents;
import dev.sluice.outbound.topology.stored.StoredJob;
import dev.sluice.outbound.topology.stored.StoredLanes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Takes what is stored back into memory. The partition, senders, chats and cooldowns at once: an event that met a sender without
 * them would store it anew. Then the jobs, in slices: a million take seconds, in which the stream thread has to poll, to commit
 * and to serve its other tasks. Records are processed in between, so no iterator outlives a batch, and each batch goes on
 * behind the last key.
 */
final class TaskRebuild {
    private static final int BATCH = 500;

    private final TaskStores stores;
    private final PartitionGate gate;
    private final GateClock clock;
    private final long skewMs;

    /** Chats of which nothing matters any more; an init writes nothing, so they are deleted by the first slice. */
    private final List<byte[]> over = new ArrayList<>();

    private byte @Nullable [] lastJob;
    private boolean done;

    /** @param skewMs what is added to every stored deadline: the clocks of two brokers differ */
    TaskRebuild(TaskStores stores, PartitionGate gate, GateClock clock, long skewMs) {
        this.stores = stores;
        this.gate = gate;
        this.clock = clock;
        this.skewMs = skewMs;
    }

    /** All but the jobs; before the first event. */
    void begin() {
        Now now = clock.now();
        forEach(stores.rawLanes(), entry -> lane(entry, now));
        forEach(
                stores.rawCooldowns(),
                entry -> gate.restoreCooldown(
                        Keys.toSender(entry.key), StoredIntents.cooldown(entry.value), skewMs, now));
    }

    boolean isDone() {
        return done;
    }

    /** Goes on with the jobs for about that long. */
    void slice(long forMs) {
        over.forEach(chat -> JobStore.delete(stores.rawLanes(), chat));
        over.clear();
        long until = clock.gateMs() + forMs;
        do {
            jobs(clock.now());
        } while (!done && clock.gateMs() < until);
    }

    private void jobs(Now now) {
        byte[] last = lastJob;
        List<KeyValue<byte[], byte[]>> batch = read(stores.rawJobs(), last == null ? null : Keys.after(last), BATCH);
        for (KeyValue<byte[], byte[]> entry : batch) {
            lastJob = entry.key;
            gate.restoreJob(StoredJob.decode(Keys.toJob(entry.key), entry.value).job(), skewMs, now);
        }
        if (batch.size() < BATCH) {
            done = true;
            gate.rebuilt();
        }
    }

    private void lane(KeyValue<byte[], byte[]> entry, Now now) {
        switch (Keys.kindOfLane(entry.key)) {
            case PARTITION -> gate.restore(StoredLanes.partition(entry.value));
            case SENDER -> gate.restoreLane(Keys.senderOfLane(entry.key), StoredLanes.lane(entry.value), skewMs, now);
            case CHAT -> {
                ChatState chat = StoredLanes.chat(Keys.chatOfLane(entry.key), entry.value);
                if (chat.isOver(now.gateMs() - skewMs)) {
                    over.add(entry.key);
                } else {
                    gate.restoreChat(Keys.senderOfLane(entry.key), chat, skewMs, now);
                }
            }
        }
    }

    /** One by one: there may be a mark for every chat that a person has ever answered in. */
    private static void forEach(KeyValueStore<byte[], byte[]> store, Consumer<KeyValue<byte[], byte[]>> consumer) {
        try (KeyValueIterator<byte[], byte[]> entries = store.all()) {
            entries.forEachRemaining(consumer);
        }
    }

    @SuppressWarnings("NullAway") // a range without a beginning or an end
    private static List<KeyValue<byte[], byte[]>> read(
            KeyValueStore<byte[], byte[]> store, byte @Nullable [] from, int limit) {
        List<KeyValue<byte[], byte[]>> read = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> entries = store.range(from, null)) {
            while (entries.hasNext() && read.size() < limit) {
                read.add(entries.next());
            }
        }
        return read;
    }
}
