package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/** One JSON value that is carried as it came, byte for byte: equal when the bytes are. Immutable. */
public final class RawJson {

    private final byte[] bytes;

    private RawJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Takes a copy of the bytes.
     *
     * @throws InvalidRecordException when they are not exactly one JSON value
     */
    public static RawJson of(byte[] json) {
        try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), json)) {
            boolean some = parser.nextToken() != null;
            parser.skipChildren();
            if (!some || parser.nextToken() != null) {
                throw InvalidRecordException.invalid("value", "not exactly one JSON value");
            }
        } catch (JacksonException e) {
            throw Json.notJson("value", e);
        }
        return new RawJson(json.clone());
    }

    public static RawJson of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes that are known to be one JSON value, and that nobody else holds. */
    static RawJson trusted(byte[] json) {
        return new RawJson(json);
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** The bytes themselves, for reading only. */
    byte[] bytes() {
        return bytes;
    }

    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson json && Arrays.equals(bytes, json.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Its size only: what it holds may be somebody's message, and texts of objects end up in logs. */
    @Override
    public String toString() {
        return "RawJson[" + bytes.length + " bytes]";
    }
}
