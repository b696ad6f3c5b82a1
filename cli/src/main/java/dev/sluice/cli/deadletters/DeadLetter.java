package dev.sluice.cli.deadletters;

import dev.sluice.cli.JsonLines;
import dev.sluice.cli.Plain;
import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.RecordPlace;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One record of {@code outbound.dead-letters}.
 *
 * @param place where the dead letter itself stands
 * @param key as received, with {@code value} possibly what somebody wrote to somebody
 */
record DeadLetter(
        RecordPlace place, DeadLetterHeaders why, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

    /** The columns of {@link #row}. */
    static final String HEAD =
            "%-24s %-24s %-36s %7s  %s".formatted("WRITTEN AT", "REASON", "ORIGIN", "BYTES", "DETAIL");

    static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
        return new DeadLetter(
                new RecordPlace(record.topic(), record.partition(), record.offset()),
                DeadLetterHeaders.of(record.headers()),
                record.key(),
                record.value(),
                record.headers());
    }

    /** One line, without key and value. */
    String row() {
        return "%-24s %-24s %-36s %7d  %s"
                .formatted(
                        why.at().map(Instant::toString).orElse("unknown"),
                        why.reason().isEmpty() ? "unknown" : Plain.line(why.reason()),
                        why.origin().map(RecordPlace::text).orElse("unknown"),
                        size(),
                        Plain.line(why.detail()))
                .stripTrailing();
    }

    /** The value as text, on one line. */
    String content() {
        return value == null ? "(no value)" : Plain.text(new String(value, StandardCharsets.UTF_8));
    }

    /** The same as {@link #row}; with {@code values}, key and value in base64. */
    String json(boolean values) {
        return JsonLines.object(json -> {
            json.writeStringProperty("reason", why.reason());
            json.writeStringProperty("detail", why.detail());
            text(json, "origin", why.origin().map(RecordPlace::text).orElse(null));
            text(json, "written_at", why.at().map(Instant::toString).orElse(null));
            json.writeStringProperty("stands_at", place.text());
            json.writeNumberProperty("size", size());
            if (values) {
                text(json, "key", base64(key));
                text(json, "value", base64(value));
            }
        });
    }

    private int size() {
        return value == null ? 0 : value.length;
    }

    private static void text(JsonGenerator json, String name, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }

    private static @Nullable String base64(byte @Nullable [] bytes) {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }
}
