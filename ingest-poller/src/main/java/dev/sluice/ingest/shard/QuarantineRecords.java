package dev.sluice.ingest.shard;

import dev.sluice.model.Names;
import dev.sluice.model.QuarantineHeaders;
import dev.sluice.model.QuarantineReference;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Records of {@code telegram.quarantine} for what cannot be an update record: nothing that Telegram sent is dropped, and
 * nothing that cannot be stored blocks its neighbours (CONTRACT, Inbound).
 *
 * <p>What is larger than {@link #PART_BYTES} is kept as a reference record and as parts; all carry the same key, so they
 * lie in one partition in order.
 */
final class QuarantineRecords {
    /** 512 KiB: well below what a topic takes by default, so that parts never meet a size limit themselves. */
    static final int PART_BYTES = 512 * 1024;

    private final Names names;
    private final long botId;
    private final OptionalInt offsetSent;
    private final List<ProducerRecord<byte[], byte[]>> records;

    QuarantineRecords(Names names, long botId, OptionalInt offsetSent, List<ProducerRecord<byte[], byte[]>> records) {
        this.names = names;
        this.botId = botId;
        this.offsetSent = offsetSent;
        this.records = records;
    }

    /** An element of the answer that has no usable update_id. */
    void addRejected(String reason, byte[] element) {
        String sha256 = sha256(element);
        if (element.length <= PART_BYTES) {
            add(sha256, headers(reason), element, null);
        } else {
            addParts(OptionalInt.empty(), sha256, headers(reason), element);
        }
    }

    /**
     * An update that is larger than the updates topic takes.
     *
     * @param sequence the id sequence it belongs to: what it needs to be stored later
     */
    void addTooLarge(int updateId, byte[] update, int sequence) {
        Map<String, String> headers = headers(QuarantineHeaders.TOO_LARGE);
        headers.put(QuarantineHeaders.SEQUENCE, Integer.toString(sequence));
        addParts(OptionalInt.of(updateId), sha256(update), headers, update);
    }

    private void addParts(OptionalInt updateId, String sha256, Map<String, String> headers, byte[] bytes) {
        int parts = (bytes.length + PART_BYTES - 1) / PART_BYTES;
        add(sha256, headers, new QuarantineReference(updateId, bytes.length, sha256, parts).encode(), null);
        for (int part = 0; part < parts; part++) {
            int from = part * PART_BYTES;
            byte[] value = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART_BYTES));
            add(sha256, headers, value, (part + 1) + "/" + parts);
        }
    }

    private Map<String, String> headers(String reason) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(QuarantineHeaders.REASON, reason);
        headers.put(QuarantineHeaders.OFFSET, offsetSent.isPresent() ? Integer.toString(offsetSent.getAsInt()) : "");
        return headers;
    }

    private void add(String sha256, Map<String, String> headers, byte[] value, @Nullable String part) {
        RecordHeaders written = new RecordHeaders();
        headers.forEach((name, text) -> written.add(name, text.getBytes(StandardCharsets.US_ASCII)));
        if (part != null) {
            written.add(QuarantineHeaders.PART, part.getBytes(StandardCharsets.US_ASCII));
        }
        byte[] key = (botId + ":" + sha256).getBytes(StandardCharsets.US_ASCII);
        records.add(new ProducerRecord<>(names.topic(Topics.QUARANTINE), null, key, value, written));
    }

    /** SHA-256 in lower-case hex: what the quarantine key and the checkpoint's list of seen elements are made of. */
    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
