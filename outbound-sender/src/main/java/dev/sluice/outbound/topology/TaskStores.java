package dev.sluice.outbound.topology;

import dev.sluice.model.JobKey;
import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.ChatState;
import dev.sluice.outbound.gate.Intent;
import dev.sluice.outbound.gate.Job;
import dev.sluice.outbound.gate.LaneState;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.gate.PartitionState;
import dev.sluice.outbound.gate.Pieces;
import dev.sluice.outbound.topology.stored.Keys;
import dev.sluice.outbound.topology.stored.StoredIntents;
import dev.sluice.outbound.topology.stored.StoredLanes;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A task's stores, as the gate wants them. */
final class TaskStores implements PartitionGate.Stores {
    private final KeyValueStore<byte[], byte[]> jobs;
    private final KeyValueStore<byte[], byte[]> lanes;
    private final KeyValueStore<byte[], byte[]> cooldowns;
    private final JobStore jobStore;
    private final IntentStore intents;

    TaskStores(ProcessingContext context) {
        jobs = context.getStateStore(Nodes.JOBS);
        lanes = context.getStateStore(Nodes.LANES);
        cooldowns = context.getStateStore(Nodes.COOLDOWNS);
        jobStore = new JobStore(jobs, context.getStateStore(Nodes.CONTENTS));
        intents = new IntentStore(context.getStateStore(Nodes.INTENTS));
    }

    JobStore jobs() {
        return jobStore;
    }

    IntentStore intents() {
        return intents;
    }

    /** For the scan of a rebuild. */
    KeyValueStore<byte[], byte[]> rawJobs() {
        return jobs;
    }

    KeyValueStore<byte[], byte[]> rawLanes() {
        return lanes;
    }

    KeyValueStore<byte[], byte[]> rawCooldowns() {
        return cooldowns;
    }

    @Nullable
    ChatState chat(Sender sender, String chatKey) {
        byte[] stored = lanes.get(Keys.chat(sender, chatKey));
        return stored == null ? null : StoredLanes.chat(chatKey, stored);
    }

    @Override
    public Pieces of(Sender sender) {
        return new SenderPieces(sender);
    }

    @Override
    public void savePartition(PartitionState state) {
        lanes.put(Keys.partition(), StoredLanes.encode(state));
    }

    private final class SenderPieces implements Pieces {
        private final Sender sender;

        SenderPieces(Sender sender) {
            this.sender = sender;
        }

        @Override
        public @Nullable Job job(String requestId) {
            return jobStore.job(key(requestId));
        }

        @Override
        public void saveJob(Job job) {
            jobStore.save(job);
        }

        @Override
        public void dropJob(Job job) {
            jobStore.drop(job.key());
        }

        @Override
        public @Nullable Intent intent(String requestId) {
            return intents.intent(key(requestId));
        }

        @Override
        public void saveIntent(String requestId, Intent intent) {
            intents.save(key(requestId), intent);
        }

        @Override
        public void dropIntent(String requestId, Intent intent) {
            intents.drop(key(requestId), intent);
        }

        @Override
        public @Nullable ChatState chat(String chatKey) {
            return TaskStores.this.chat(sender, chatKey);
        }

        @Override
        public void saveChat(ChatState state) {
            lanes.put(Keys.chat(sender, state.chatKey()), StoredLanes.encode(state));
        }

        @Override
        public void dropChat(String chatKey) {
            JobStore.delete(lanes, Keys.chat(sender, chatKey));
        }

        @Override
        public void saveLane(LaneState state) {
            lanes.put(Keys.lane(sender), StoredLanes.encode(state));
        }

        @Override
        public void saveCooldown(long untilMs) {
            cooldowns.put(Keys.sender(sender), StoredIntents.encodeCooldown(untilMs));
        }

        private JobKey key(String requestId) {
            return new JobKey(sender, requestId);
        }
    }
}
