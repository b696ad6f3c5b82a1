package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The headers of records in {@code telegram.quarantine}. */
public final class QuarantineHeaders {

    /** Why it stands there, in one word. */
    public static final String REASON = "sluice_reason";
    /** The offset of the poll that brought it; empty when that poll had none. */
    public static final String OFFSET = "sluice_offset";
    /** On a part of something that did not fit into one record: {@code <number>/<how many>}, from 1. */
    public static final String PART = "sluice_part";
    /** On an update that was too large: the number of the id sequence that it belongs to, as in {@code telegram.updates}. */
    public static final String SEQUENCE = CheckpointCodec.SEQUENCE_HEADER;

    /** The reason of an update that is whole and has an id, and that {@code telegram.updates} did not take. */
    public static final String TOO_LARGE = "too_large";

    private QuarantineHeaders() {}

    /** The value of a header as text; empty when it is not there. */
    public static String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /**
     * The sequence that the headers name; empty when they name none.
     *
     * @throws InvalidRecordException when the header holds no positive decimal number
     */
    public static OptionalInt sequence(Headers headers) {
        return RecordHeaderValues.positive(headers, SEQUENCE);
    }
}
