package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Reads the headers that Sluice itself writes. */
final class RecordHeaderValues {

    private RecordHeaderValues() {}

    /**
     * The positive decimal number that the last header of this name holds; empty when there is no such header.
     *
     * @throws InvalidRecordException when it holds something else
     */
    static OptionalInt positive(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null) {
            return OptionalInt.empty();
        }
        byte[] value = header.value();
        String text = value == null ? "" : new String(value, StandardCharsets.ISO_8859_1);
        long number = Decimal.parse(text, 0, text.length());
        if (number < 1 || number > Integer.MAX_VALUE) {
            throw InvalidRecordException.invalid(name, "not a positive decimal number");
        }
        return OptionalInt.of((int) number);
    }
}
