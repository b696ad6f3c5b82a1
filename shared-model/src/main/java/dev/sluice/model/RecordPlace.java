package dev.sluice.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a record stands, written {@code <topic>/<partition>/<offset>}: Kafka allows no slash in the name of a topic.
 *
 * @param topic the full name, with prefix
 */
public record RecordPlace(String topic, int partition, long offset) {

    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9._-]{1,249})/([0-9]{1,10})/([0-9]{1,19})");

    public RecordPlace {
        if (partition < 0 || offset < 0) {
            throw new IllegalArgumentException("partition and offset are not negative");
        }
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @throws InvalidRecordException when the text is no such place
     */
    public static RecordPlace parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (parts.matches()) {
            try {
                return new RecordPlace(
                        parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)));
            } catch (NumberFormatException e) {
                throw InvalidRecordException.invalid("place", "a number too large for a partition or an offset");
            }
        }
        throw InvalidRecordException.invalid("place", "not <topic>/<partition>/<offset>");
    }

    public String text() {
        return topic + "/" + partition + "/" + offset;
    }

    @Override
    public String toString() {
        return text();
    }
}
