package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * What a record of {@code outbound.dead-letters} says beside the original key and bytes, in its headers: why it stands
 * there, {@code sluice_reason} (one word) and {@code sluice_detail}, and where the original stood, {@code sluice_topic}
 * (the full name), {@code sluice_partition}, {@code sluice_offset} and {@code sluice_timestamp} (its record timestamp, RFC
 * 3339). The detail names fields and quotes no content.
 *
 * @param origin empty when the headers do not name a place
 * @param at when the original was written; empty when the headers do not say
 */
public record DeadLetterHeaders(String reason, String detail, Optional<RecordPlace> origin, Optional<Instant> at) {

    /** Set on a record that was written to its origin again; the value says where the dead letter stands. */
    public static final String RETRIED = "sluice_retried";

    private static final String REASON = "sluice_reason";
    private static final String DETAIL = "sluice_detail";
    private static final String TOPIC = "sluice_topic";
    private static final String PARTITION = "sluice_partition";
    private static final String OFFSET = "sluice_offset";
    private static final String TIMESTAMP = "sluice_timestamp";

    /** Sets them, in the place of those that an earlier failure left. */
    public void addTo(Headers headers) {
        set(headers, REASON, reason);
        set(headers, DETAIL, detail);
        origin.ifPresent(place -> {
            set(headers, TOPIC, place.topic());
            set(headers, PARTITION, Integer.toString(place.partition()));
            set(headers, OFFSET, Long.toString(place.offset()));
        });
        at.ifPresent(time -> set(headers, TIMESTAMP, Rfc3339.format(time)));
    }

    /** Reads them as far as they are there: a dead letter is shown even when somebody else wrote it. */
    public static DeadLetterHeaders of(Headers headers) {
        return new DeadLetterHeaders(
                text(headers, REASON),
                text(headers, DETAIL),
                place(text(headers, TOPIC) + "/" + text(headers, PARTITION) + "/" + text(headers, OFFSET)),
                Optional.ofNullable(Rfc3339.parse(text(headers, TIMESTAMP))));
    }

    private static Optional<RecordPlace> place(String text) {
        try {
            return Optional.of(RecordPlace.parse(text));
        } catch (InvalidRecordException e) {
            return Optional.empty();
        }
    }

    private static void set(Headers headers, String name, String value) {
        headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
