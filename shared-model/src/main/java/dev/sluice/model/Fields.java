package dev.sluice.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, each read when asked for. A field that is null counts as absent. Every fault is an
 * {@link InvalidRecordException} that names the field.
 */
final class Fields {

    /** The longest integer literal that fits a long, with its sign. */
    private static final int MAX_LONG_CHARS = 20;

    private final Map<String, Slice> slices;

    private Fields(Map<String, Slice> slices) {
        this.slices = slices;
    }

    /**
     * Finds the fields.
     *
     * @param what the kind of record, for error messages
     */
    static Fields of(String what, byte[] json) {
        return new Fields(Slice.ofFields(what, json));
    }

    /** Whether the field is there, and not null. */
    boolean has(String name) {
        return find(name) != null;
    }

    /** Whether the field is there, be it null. */
    boolean mentions(String name) {
        return slices.containsKey(name);
    }

    /** The value as it stands, byte for byte. */
    RawJson raw(String name) {
        return RawJson.trusted(require(name).bytes());
    }

    Optional<RawJson> optionalRaw(String name) {
        return has(name) ? Optional.of(raw(name)) : Optional.empty();
    }

    String text(String name) {
        return require(name, JsonToken.VALUE_STRING, "not a text").tree().stringValue();
    }

    Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    <T extends Word> T word(String name, T[] all) {
        return Word.parse(name, text(name), all);
    }

    <T extends Word> Optional<T> optionalWord(String name, T[] all) {
        return has(name) ? Optional.of(word(name, all)) : Optional.empty();
    }

    long integer(String name, long min, long max) {
        Slice slice = require(name, JsonToken.VALUE_NUMBER_INT, "not an integer");
        // by length first: what a long literal costs to convert grows with its square
        if (slice.length() > MAX_LONG_CHARS) {
            throw InvalidRecordException.invalid(name, "not within " + min + ".." + max);
        }
        return integer(name, slice.tree(), min, max);
    }

    OptionalLong optionalInteger(String name, long min, long max) {
        return has(name) ? OptionalLong.of(integer(name, min, max)) : OptionalLong.empty();
    }

    /** An integer of at most 32 bits. */
    int smallInteger(String name, int min) {
        return (int) integer(name, min, Integer.MAX_VALUE);
    }

    OptionalInt optionalSmallInteger(String name, int min) {
        return has(name) ? OptionalInt.of(smallInteger(name, min)) : OptionalInt.empty();
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
        JsonToken token = require(name).token();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw InvalidRecordException.invalid(name, "not true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    Sender sender() {
        return Sender.parse(text("sender"));
    }

    ChatId chatId(String name) {
        Slice slice = require(name);
        return switch (slice.token()) {
            case VALUE_STRING -> ChatId.of(text(name));
            case VALUE_NUMBER_INT -> new ChatId(slice.ascii(), false);
            default -> throw InvalidRecordException.invalid(name, "neither integer nor text");
        };
    }

    Optional<ChatId> optionalChatId(String name) {
        return has(name) ? Optional.of(chatId(name)) : Optional.empty();
    }

    JsonNode array(String name) {
        return requireArray(name).tree();
    }

    /** An array of objects, each by its fields. */
    List<Fields> objects(String name) {
        return requireArray(name).elements().stream()
                .map(element -> of(name, element.bytes()))
                .toList();
    }

    Optional<Fields> optionalObject(String name) {
        return has(name) ? Optional.of(of(name, require(name).bytes())) : Optional.empty();
    }

    /** The whole text with another value for this field; everything else stays byte for byte. */
    byte[] replace(String name, RawJson value) {
        return require(name).replacedBy(value.bytes());
    }

    /** The value of a node that must be an integer literal within bounds. */
    static long integer(String name, JsonNode value, long min, long max) {
        if (!value.isIntegralNumber()) {
            throw InvalidRecordException.invalid(name, "not an integer");
        }
        if (!value.canConvertToLong() || value.longValue() < min || value.longValue() > max) {
            throw InvalidRecordException.invalid(name, "not within " + min + ".." + max);
        }
        return value.longValue();
    }

    private Slice requireArray(String name) {
        return require(name, JsonToken.START_ARRAY, "not an array");
    }

    private Slice require(String name, JsonToken token, String otherwise) {
        Slice slice = require(name);
        if (slice.token() != token) {
            throw InvalidRecordException.invalid(name, otherwise);
        }
        return slice;
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
