package dev.sluice.outbound.topology;

import dev.sluice.model.JobKey;
import dev.sluice.outbound.gate.Intent;
import dev.sluice.outbound.topology.stored.Keys;
import dev.sluice.outbound.topology.stored.StoredIntents;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The store {@code intents}, where each stands under its id and under the time at which it is over. A window store would not
 * do: stream time stands still here.
 */
final class IntentStore {
    private final KeyValueStore<byte[], byte[]> intents;

    /** Where purging goes on: what was deleted before it costs a scan dearly until it is compacted. */
    private byte[] purged = Keys.intentsFrom(0);

    IntentStore(KeyValueStore<byte[], byte[]> intents) {
        this.intents = intents;
    }

    @Nullable
    Intent intent(JobKey job) {
        byte[] stored = intents.get(Keys.intent(job));
        return stored == null ? null : StoredIntents.intent(stored);
    }

    /** Does not look for one that is there: most jobs end once, and a look costs as much as all the rest. */
    void save(JobKey job, Intent intent) {
        intents.put(Keys.intent(job), StoredIntents.encode(intent));
        intents.put(Keys.intentByTime(intent.untilMs(), job), StoredIntents.mark());
    }

    void drop(JobKey job, Intent intent) {
        JobStore.delete(intents, Keys.intent(job));
        JobStore.delete(intents, Keys.intentByTime(intent.untilMs(), job));
    }

    /** Forgets what is over, up to so many; the rest is left for the next time. */
    void purge(long gateMs, int limit) {
        List<byte[]> over = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> all = intents.range(purged, Keys.intentsFrom(gateMs + 1))) {
            while (all.hasNext() && over.size() < limit) {
                over.add(all.next().key);
            }
        }
        for (byte[] byTime : over) {
            JobStore.delete(intents, Keys.intent(Keys.jobOfIntentByTime(byTime)));
            JobStore.delete(intents, byTime);
            purged = byTime;
        }
    }
}
