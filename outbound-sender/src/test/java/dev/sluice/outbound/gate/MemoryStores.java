package dev.sluice.outbound.gate;

import dev.sluice.model.Sender;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The stored pieces in maps, with transactions: what was not committed can be undone, as a crash does. */
final class MemoryStores implements PartitionGate.Stores {

    final Map<Sender, Sheet> sheets = new LinkedHashMap<>();
    final Map<String, PartitionState> partition = new HashMap<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    int writes;

    /** Those of one sender. */
    final class Sheet implements Pieces {
        final Map<String, Job> jobs = new LinkedHashMap<>();
        final Map<String, Intent> intents = new LinkedHashMap<>();
        final Map<String, ChatState> chats = new LinkedHashMap<>();
        final Map<String, LaneState> lane = new HashMap<>();
        final Map<String, Long> cooldown = new HashMap<>();

        @Override
        public @Nullable Job job(String requestId) {
            return jobs.get(requestId);
        }

        @Override
        public void saveJob(Job job) {
            write(jobs, job.spec().requestId(), job);
        }

        @Override
        public void dropJob(Job job) {
            write(jobs, job.spec().requestId(), null);
        }

        @Override
        public @Nullable Intent intent(String requestId) {
            return intents.get(requestId);
        }

        @Override
        public void saveIntent(String requestId, Intent intent) {
            if (intents.containsKey(requestId)) {
                throw new IllegalStateException("one is stored where another is: " + requestId);
            }
            write(intents, requestId, intent);
        }

        @Override
        public void dropIntent(String requestId, Intent intent) {
            write(intents, requestId, null);
        }

        @Override
        public @Nullable ChatState chat(String chatKey) {
            return chats.get(chatKey);
        }

        @Override
        public void saveChat(ChatState state) {
            write(chats, state.chatKey(), state);
        }

        @Override
        public void dropChat(String chatKey) {
            write(chats, chatKey, null);
        }

        @Override
        public void saveLane(LaneState state) {
            write(lane, "", state);
        }

        @Override
        public void saveCooldown(long untilMs) {
            write(cooldown, "", untilMs);
        }
    }

    @Override
    public Sheet of(Sender sender) {
        return sheets.computeIfAbsent(sender, s -> new Sheet());
    }

    @Override
    public void savePartition(PartitionState state) {
        write(partition, "", state);
    }

    void commit() {
        undo.clear();
    }

    void rollBack() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    /** A gate made from what is stored. */
    PartitionGate rebuild(GateSettings settings, Output output, long skewMs, Now now) {
        return rebuild(settings, output, skewMs, now, gate -> {});
    }

    /**
     * The same, as a task does it: senders and chats first, of all.
     *
     * @param meanwhile before each job
     */
    PartitionGate rebuild(
            GateSettings settings, Output output, long skewMs, Now now, Consumer<PartitionGate> meanwhile) {
        PartitionGate gate = new PartitionGate(sender -> settings, this, output);
        partition.values().forEach(state -> gate.restore(PieceCodec.partition(PieceCodec.encode(state))));
        sheets.forEach((sender, sheet) -> {
            sheet.lane
                    .values()
                    .forEach(lane -> gate.restoreLane(sender, PieceCodec.lane(PieceCodec.encode(lane)), skewMs, now));
            sheet.cooldown.values().forEach(until -> gate.restoreCooldown(sender, until, skewMs, now));
            Map.copyOf(sheet.chats)
                    .values()
                    .forEach(chat -> gate.restoreChat(sender, PieceCodec.chat(PieceCodec.encode(chat)), skewMs, now));
        });
        List<Job> shown = sheets.values().stream()
                .flatMap(sheet -> sheet.jobs.values().stream())
                .toList();
        for (Job job : shown) {
            meanwhile.accept(gate);
            gate.restoreJob(PieceCodec.job(PieceCodec.encode(job)), skewMs, now);
        }
        gate.rebuilt();
        return gate;
    }

    private <V> void write(Map<String, V> map, String key, @Nullable V value) {
        writes++;
        V before = value == null ? map.remove(key) : map.put(key, value);
        undo.push(() -> {
            if (before == null) {
                map.remove(key);
            } else {
                map.put(key, before);
            }
        });
    }
}
