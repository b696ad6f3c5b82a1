package dev.sluice.outbound.topology;

import dev.sluice.model.JobKey;
import dev.sluice.outbound.gate.Job;
import dev.sluice.outbound.topology.stored.Keys;
import dev.sluice.outbound.topology.stored.StoredContent;
import dev.sluice.outbound.topology.stored.StoredJob;
import dev.sluice.outbound.topology.stored.Trace;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores {@code jobs} and {@code contents}: a job's content comes with its first version and goes with the last. */
final class JobStore {
    private final KeyValueStore<byte[], byte[]> jobs;
    private final KeyValueStore<byte[], byte[]> contents;
    private @Nullable Incoming incoming;

    /** The request that is being accepted, which the gate sees without its content. */
    private record Incoming(JobKey key, StoredContent content, Trace trace) {}

    JobStore(KeyValueStore<byte[], byte[]> jobs, KeyValueStore<byte[], byte[]> contents) {
        this.jobs = jobs;
        this.contents = contents;
    }

    /** Until {@link #settled}: what belongs to the job of that key, should it become one. */
    void incoming(JobKey key, StoredContent content, Trace trace) {
        incoming = new Incoming(key, content, trace);
    }

    void settled() {
        incoming = null;
    }

    @Nullable
    Job job(JobKey key) {
        byte[] stored = jobs.get(Keys.job(key));
        return stored == null ? null : StoredJob.decode(key, stored).job();
    }

    void save(Job job) {
        byte[] key = Keys.job(job.key());
        Incoming request = incoming;
        Trace trace;
        if (request != null && request.key().equals(job.key())) {
            contents.put(key, request.content().encode());
            trace = request.trace();
        } else {
            trace = traceOf(key);
        }
        jobs.put(key, new StoredJob(job, trace).encode());
    }

    private Trace traceOf(byte[] key) {
        byte[] stored = jobs.get(key);
        if (stored == null) {
            throw new IllegalStateException("a job begins with its request");
        }
        return StoredJob.traceOf(stored);
    }

    void drop(JobKey job) {
        byte[] key = Keys.job(job);
        delete(jobs, key);
        delete(contents, key);
    }

    StoredContent content(JobKey job) {
        byte[] stored = contents.get(Keys.job(job));
        if (stored == null) {
            throw new IllegalStateException("a job has its content");
        }
        return StoredContent.decode(stored);
    }

    Trace trace(JobKey job) {
        Incoming request = incoming;
        if (request != null && request.key().equals(job)) {
            return request.trace();
        }
        byte[] stored = jobs.get(Keys.job(job));
        return stored == null ? Trace.NONE : StoredJob.traceOf(stored);
    }

    @SuppressWarnings("NullAway") // put of null deletes, and unlike delete() does not read first
    static void delete(KeyValueStore<byte[], byte[]> store, byte[] key) {
        store.put(key, null);
    }
}
