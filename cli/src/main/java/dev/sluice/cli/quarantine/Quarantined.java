package dev.sluice.cli.quarantine;

import dev.sluice.model.QuarantineHeaders;
import dev.sluice.model.RecordPlace;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record of {@code telegram.quarantine}.
 *
 * @param key {@code <bot_id>:<sha256>}, as text; its parts have the same
 * @param at when it went there
 * @param value the bytes, or what stands for them; empty for a record without a value
 */
record Quarantined(RecordPlace place, String key, Instant at, Headers headers, byte[] value) {

    static Quarantined of(ConsumerRecord<byte[], byte[]> record) {
        return new Quarantined(
                new RecordPlace(record.topic(), record.partition(), record.offset()),
                text(record.key()),
                Instant.ofEpochMilli(record.timestamp()),
                record.headers(),
                record.value() == null ? new byte[0] : record.value());
    }

    String reason() {
        return QuarantineHeaders.text(headers, QuarantineHeaders.REASON);
    }

    /** Which part of something larger it is, as {@code 2/3}; empty when it is no part. */
    String part() {
        return QuarantineHeaders.text(headers, QuarantineHeaders.PART);
    }

    /** Whether it stands for an update that only was too large. */
    boolean isTooLargeUpdate() {
        return reason().equals(QuarantineHeaders.TOO_LARGE) && part().isEmpty();
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
