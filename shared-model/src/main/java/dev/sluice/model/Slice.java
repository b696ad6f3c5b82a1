package dev.sluice.model;

import dev.sluice.model.InvalidRecordException.Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;

/** Where one JSON value stands in a larger text, and what it begins with. */
final class Slice {

    private final byte[] json;
    private final int start;
    private final int end;
    private final JsonToken token;

    /** The value whose first token the parser stands on; the parser goes on to its last. */
    private Slice(byte[] json, JsonParser parser) {
        this.json = json;
        this.token = parser.currentToken();
        this.start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        // a text is only read to its end when somebody asks for it
        parser.finishToken();
        this.end = (int) parser.currentLocation().getByteOffset();
    }

    /**
     * The values of an object's fields, found in one pass.
     *
     * @param what the kind of record, for error messages
     * @throws InvalidRecordException when the text is not exactly one object, or a field stands twice
     */
    static Map<String, Slice> ofFields(String what, byte[] json) {
        try (JsonParser parser = parser(json)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new InvalidRecordException(Fault.NOT_JSON, what, "not JSON, empty");
            }
            if (first != JsonToken.START_OBJECT) {
                throw InvalidRecordException.invalid(what, "not a JSON object");
            }
            Map<String, Slice> slices = new HashMap<>();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                if (slices.put(name, new Slice(json, parser)) != null) {
                    throw InvalidRecordException.invalid(name, "stands twice");
                }
            }
            if (parser.nextToken() != null) {
                throw InvalidRecordException.invalid(what, "more than one JSON value");
            }
            return slices;
        } catch (JacksonException e) {
            throw Json.notJson(what, e);
        }
    }

    /** The elements of this array. */
    List<Slice> elements() {
        byte[] array = bytes();
        List<Slice> elements = new ArrayList<>();
        try (JsonParser parser = parser(array)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(new Slice(array, parser));
            }
        }
        return elements;
    }

    JsonToken token() {
        return token;
    }

    int length() {
        return end - start;
    }

    /** A copy of the value's bytes. */
    byte[] bytes() {
        return Arrays.copyOfRange(json, start, end);
    }

    /** The value's bytes as ASCII. */
    String ascii() {
        return new String(json, start, length(), StandardCharsets.ISO_8859_1);
    }

    JsonNode tree() {
        return Json.MAPPER.readTree(json, start, length());
    }

    /** The whole text with other bytes in place of this value; everything else stays as it is. */
    byte[] replacedBy(byte[] other) {
        byte[] whole = Arrays.copyOf(json, json.length - length() + other.length);
        System.arraycopy(other, 0, whole, start, other.length);
        System.arraycopy(json, end, whole, start + other.length, json.length - end);
        return whole;
    }

    private static JsonParser parser(byte[] json) {
        return Json.FACTORY.createParser(ObjectReadContext.empty(), json);
    }
}
