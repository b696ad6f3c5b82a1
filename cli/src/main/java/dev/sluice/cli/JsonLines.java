package dev.sluice.cli;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Answers as one JSON object per line. */
final class JsonLines {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonLines() {}

    static String object(Consumer<JsonGenerator> fields) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return line.toString();
    }
}
