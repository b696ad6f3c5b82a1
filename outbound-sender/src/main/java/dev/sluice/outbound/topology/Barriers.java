package dev.sluice.outbound.topology;

import dev.sluice.model.Topics;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a task shut that may not know what is stored: a fresh one, and one that stood still. It writes a nonce to its own
 * partitions of results and commands; once both are read back, all that was stored before has been processed, and every
 * transaction from here on carries offsets, by which a successor would fence it (DESIGN section 4, "A fresh task grants
 * nothing").
 */
final class Barriers {
    /** On a barrier among the commands; its value is for people. */
    static final String HEADER = "sluice_barrier";

    /** A barrier that does not come back in this time was deleted from under us; another is written. */
    private static final long AGAIN_MS = 30_000;

    private final Sinks sinks;
    private final int partition;
    private @Nullable String nonce;
    private boolean resultRead;
    private boolean commandRead;
    private long writtenMs;

    Barriers(Sinks sinks, int partition) {
        this.sinks = sinks;
        this.partition = partition;
    }

    /** Writes new ones; those that are under way no longer count. */
    void write(Now now) {
        String fresh = UUID.randomUUID().toString();
        nonce = fresh;
        resultRead = false;
        commandRead = false;
        writtenMs = now.gateMs();
        Place here = new Place(null, partition);
        sinks.write(Topics.ATTEMPT_RESULTS, here, GateRecordCodec.encode(new GateRecord.Barrier(fresh)));
        RecordHeaders headers = new RecordHeaders();
        headers.add(HEADER, bytes(fresh));
        byte[] value = bytes("{\"command\":\"barrier\",\"nonce\":\"" + fresh + "\"}");
        // no time of ours: the topic keeps its writers' times, and the broker refuses one that is an hour ahead
        sinks.write(Topics.COMMANDS, here, value, headers, 0);
    }

    void readResult(String read) {
        resultRead |= read.equals(nonce);
    }

    void readCommand(byte @Nullable [] read) {
        String wanted = nonce;
        commandRead |= wanted != null && Arrays.equals(read, bytes(wanted));
    }

    /** Whether both have come back. */
    boolean areRead() {
        return resultRead && commandRead;
    }

    boolean isOverdue(Now now) {
        return nonce != null && !areRead() && now.gateMs() - writtenMs >= AGAIN_MS;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
