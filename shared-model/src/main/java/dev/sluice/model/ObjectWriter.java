package dev.sluice.model;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes the fields of one JSON object, in the order of the calls. An empty optional becomes null. */
final class ObjectWriter {

    private final ByteArrayOutputStream out;
    private final JsonGenerator json;

    private ObjectWriter(ByteArrayOutputStream out, JsonGenerator json) {
        this.out = out;
        this.json = json;
    }

    /** One object as UTF-8; the body writes its fields. */
    static byte[] object(Consumer<ObjectWriter> body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = Json.FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            body.accept(new ObjectWriter(out, json));
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** A text. An unpaired surrogate, which UTF-8 cannot hold, becomes a question mark. */
    void text(String name, String value) {
        json.writeStringProperty(name, isUnicode(value) ? value : replaceUnpaired(value));
    }

    void text(String name, Optional<String> value) {
        value.ifPresentOrElse(text -> text(name, text), () -> json.writeNullProperty(name));
    }

    void number(String name, long value) {
        json.writeNumberProperty(name, value);
    }

    void number(String name, OptionalInt value) {
        value.ifPresentOrElse(number -> number(name, number), () -> json.writeNullProperty(name));
    }

    void number(String name, OptionalLong value) {
        value.ifPresentOrElse(number -> number(name, number), () -> json.writeNullProperty(name));
    }

    void flag(String name, boolean value) {
        json.writeBooleanProperty(name, value);
    }

    void time(String name, Instant value) {
        json.writeStringProperty(name, Rfc3339.format(value));
    }

    void time(String name, Optional<Instant> value) {
        value.ifPresentOrElse(time -> time(name, time), () -> json.writeNullProperty(name));
    }

    /** A value that is JSON already, byte for byte. */
    void raw(String name, RawJson value) {
        json.writeName(name);
        // an empty raw value writes the colon and counts as the value; the bytes themselves pass the generator by
        json.writeRawValue("");
        json.flush();
        out.writeBytes(value.bytes());
    }

    void raw(String name, Optional<RawJson> value) {
        value.ifPresentOrElse(bytes -> raw(name, bytes), () -> json.writeNullProperty(name));
    }

    /** An array; the body writes its elements. */
    void array(String name, Consumer<JsonGenerator> body) {
        json.writeArrayPropertyStart(name);
        body.accept(json);
        json.writeEndArray();
    }

    /** An array of objects; the body writes the fields of one. */
    <T> void objects(String name, Iterable<T> values, Consumer<T> body) {
        json.writeArrayPropertyStart(name);
        for (T value : values) {
            json.writeStartObject();
            body.accept(value);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** An object or null; the body writes the fields. */
    <T> void object(String name, Optional<T> value, Consumer<T> body) {
        if (value.isEmpty()) {
            json.writeNullProperty(name);
            return;
        }
        json.writeObjectPropertyStart(name);
        body.accept(value.get());
        json.writeEndObject();
    }

    static boolean isUnicode(String text) {
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                return false;
            }
        }
        return true;
    }

    private static String replaceUnpaired(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
