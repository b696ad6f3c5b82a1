package dev.sluice.local.botapi.ledger;

import dev.sluice.local.botapi.core.UpdateBytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * The updates that one bot was given within one id sequence. Ids follow each other, so only the first is kept.
 *
 * <p>Guarded by its bot's lock.
 */
final class PushLog {

    private final int firstId;
    private final Keeping keeping;
    private final List<String> kinds = new ArrayList<>();
    private final List<byte[]> kept = new ArrayList<>();
    private long[] nanos = new long[16];
    private int count;

    PushLog(int firstId, Keeping keeping) {
        this.firstId = firstId;
        this.keeping = keeping;
    }

    void add(int id, String kind, UpdateBytes bytes, long availableNanos) {
        count++;
        if (keeping == Keeping.IDS) {
            return;
        }
        kinds.add(kind);
        if (keeping != Keeping.TIMES) {
            byte[] element = bytes.element(id);
            kept.add(keeping == Keeping.BYTES ? element : sha256(element));
        }
        if (count > nanos.length) {
            nanos = Arrays.copyOf(nanos, nanos.length * 2);
        }
        nanos[count - 1] = availableNanos;
    }

    int firstId() {
        return firstId;
    }

    int lastId() {
        return firstId + count - 1;
    }

    int count() {
        return count;
    }

    /** The next id that belongs to this sequence. */
    int nextId() {
        return firstId + count;
    }

    /** Number of lines that {@link #appendJson} can write. */
    int lines() {
        return kinds.size();
    }

    void appendJson(StringBuilder json, int index, long botId, int sequence, boolean withBytes, SimulatedClock clock) {
        JsonLine line = new JsonLine(json)
                .number("bot_id", botId)
                .number("sequence", sequence)
                .number("update_id", firstId + index)
                .text("kind", kinds.get(index))
                .number("available_us", clock.micros(nanos[index]));
        if (keeping != Keeping.TIMES) {
            appendContent(line, kept.get(index), withBytes);
        }
        line.end();
    }

    private void appendContent(JsonLine line, byte[] content, boolean withBytes) {
        byte[] hash = keeping == Keeping.HASH ? content : sha256(content);
        line.text("sha256", HexFormat.of().formatHex(hash));
        if (withBytes && keeping == Keeping.BYTES) {
            line.text("bytes", Base64.getEncoder().encodeToString(content));
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
