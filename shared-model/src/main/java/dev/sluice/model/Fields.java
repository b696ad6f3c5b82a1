package dev.sluice.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;

/**
 * The top-level fields of one JSON object, found in one pass and read when asked for. Each remembers where its value
 * stands, so that a value can be taken out byte for byte. A field that is null counts as absent. Every fault is an
 * {@link InvalidRecordException} that names the field.
 */
final class Fields {

    /** Where a value stands in the text: {@code [start, end)}. */
    private record Slice(int start, int end, JsonToken token) {}

    private final byte[] json;
    private final Map<String, Slice> slices;

    private Fields(byte[] json, Map<String, Slice> slices) {
        this.json = json;
        this.slices = slices;
    }

    /**
     * Finds the fields.
     *
     * @param what the kind of record, for error messages
     */
    static Fields of(String what, byte[] json) {
        try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw InvalidRecordException.invalid(what, "not a JSON object");
            }
            Map<String, Slice> slices = new HashMap<>();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                if (slices.put(name, slice(parser)) != null) {
                    throw InvalidRecordException.invalid(name, "stands twice");
                }
            }
            if (parser.nextToken() != null) {
                throw InvalidRecordException.invalid(what, "more than one JSON value");
            }
            return new Fields(json, slices);
        } catch (JacksonException e) {
            throw Json.notJson(what, e);
        }
    }

    private static Slice slice(JsonParser parser) {
        JsonToken token = parser.nextToken();
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        // a text is only read to its end when somebody asks for it
        parser.finishToken();
        return new Slice(start, (int) parser.currentLocation().getByteOffset(), token);
    }

    /** Whether the field is there, and not null. */
    boolean has(String name) {
        return find(name) != null;
    }

    /** The value as it stands, byte for byte. */
    byte[] raw(String name) {
        Slice slice = require(name);
        return Arrays.copyOfRange(json, slice.start(), slice.end());
    }

    Optional<byte[]> optionalRaw(String name) {
        return has(name) ? Optional.of(raw(name)) : Optional.empty();
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isString()) {
            throw InvalidRecordException.invalid(name, "not a text");
        }
        return value.stringValue();
    }

    Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    long integer(String name, long min, long max) {
        return integer(name, value(name), min, max);
    }

    OptionalLong optionalInteger(String name, long min, long max) {
        return has(name) ? OptionalLong.of(integer(name, min, max)) : OptionalLong.empty();
    }

    Instant time(String name) {
        Instant time = Rfc3339.parse(text(name));
        if (time == null) {
            throw InvalidRecordException.invalid(name, "not an RFC 3339 time");
        }
        return time;
    }

    Optional<Instant> optionalTime(String name) {
        return has(name) ? Optional.of(time(name)) : Optional.empty();
    }

    boolean flag(String name) {
        JsonNode value = value(name);
        if (!value.isBoolean()) {
            throw InvalidRecordException.invalid(name, "not true or false");
        }
        return value.booleanValue();
    }

    JsonNode array(String name) {
        JsonNode value = value(name);
        if (!value.isArray()) {
            throw InvalidRecordException.invalid(name, "not an array");
        }
        return value;
    }

    /** The value of a node that must be an integer literal within bounds. */
    static long integer(String name, JsonNode value, long min, long max) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw InvalidRecordException.invalid(name, "not an integer");
        }
        long number = value.longValue();
        if (number < min || number > max) {
            throw InvalidRecordException.invalid(name, "not within " + min + ".." + max);
        }
        return number;
    }

    private JsonNode value(String name) {
        Slice slice = require(name);
        return Json.MAPPER.readTree(json, slice.start(), slice.end() - slice.start());
    }

    private Slice require(String name) {
        Slice slice = find(name);
        if (slice == null) {
            throw InvalidRecordException.missing(name);
        }
        return slice;
    }

    private @Nullable Slice find(String name) {
        Slice slice = slices.get(name);
        return slice == null || slice.token() == JsonToken.VALUE_NULL ? null : slice;
    }
}
