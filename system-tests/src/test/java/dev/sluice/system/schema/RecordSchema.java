package dev.sluice.system.schema;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.model.UpdateScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One file of {@code schemas/}: JSON Schema 2020-12 without references to other files. */
final class RecordSchema {
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    /** With Sluice's own limits for nesting and numbers, which take whatever Telegram sends. */
    private static final JsonMapper MAPPER =
            JsonMapper.builder(UpdateScanner.factory()).build();

    private static final Map<Path, RecordSchema> LOADED = new ConcurrentHashMap<>();

    private final JsonNode document;
    private final Schema schema;

    private RecordSchema(String text) {
        document = MAPPER.readTree(text);
        schema = REGISTRY.getSchema(text, InputFormat.JSON);
    }

    static RecordSchema load(Path file) {
        return LOADED.computeIfAbsent(file.normalize(), path -> {
            try {
                return new RecordSchema(Files.readString(path));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** By its name in {@code schemas/}, such as {@code outbound-request}. */
    static RecordSchema named(String name) {
        return load(Path.of("..", "schemas", name + ".schema.json"));
    }

    JsonNode document() {
        return document;
    }

    /** What is wrong with these bytes; nothing when they match. */
    List<String> faults(byte[] json) {
        try {
            return faults(MAPPER.readTree(json));
        } catch (JacksonException e) {
            return List.of("not JSON: " + e.getOriginalMessage());
        }
    }

    List<String> faults(JsonNode json) {
        return schema.validate(json).stream().map(Error::toString).toList();
    }
}
