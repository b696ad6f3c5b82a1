package dev.sluice.model;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The times of all contracts: RFC 3339, written in UTC with milliseconds, read with any offset and fraction. */
final class Rfc3339 {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Rfc3339() {}

    static String format(Instant time) {
        return FORMAT.format(time);
    }

    /** The instant, or null when the text is no such time. */
    static @Nullable Instant parse(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
