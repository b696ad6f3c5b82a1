package dev.sluice.cli;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Answers as one JSON object per line. */
public final class JsonLines {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonLines() {}

    /** The line; {@code fields} writes the properties of the object. */
    public static String object(Consumer<JsonGenerator> fields) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return line.toString();
    }

    /**
     * {@code {"<name>":<json>}}. The value keeps its bytes, but that a line break in it, which in JSON can only stand between
     * tokens, becomes a space.
     */
    public static String of(String name, byte[] json) {
        String value =
                new String(json, StandardCharsets.UTF_8).replace('\n', ' ').replace('\r', ' ');
        return object(line -> line.writeName(name).writeRawValue(value));
    }
}
