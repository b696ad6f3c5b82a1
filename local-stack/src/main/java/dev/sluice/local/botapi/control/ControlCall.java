package dev.sluice.local.botapi.control;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.local.botapi.core.Arguments;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** One call of the control API. */
record ControlCall(HttpExchange exchange, String path, Arguments query) {

    byte[] body() throws IOException {
        return exchange.getRequestBody().readAllBytes();
    }

    JsonNode json() throws IOException {
        return Routes.parse(body());
    }

    /** The number in the path. */
    long id() {
        for (String segment : path.split("/", -1)) {
            if (!segment.isEmpty() && segment.chars().allMatch(Character::isDigit)) {
                return Long.parseLong(segment);
            }
        }
        throw new IllegalArgumentException("no id in " + path);
    }

    void ok(Object result) throws IOException {
        answer(200, result);
    }

    void answer(int status, Object result) throws IOException {
        byte[] bytes = Routes.JSON.writeValueAsBytes(result);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Answers with a stream of JSON lines. */
    void stream(Lines lines) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
        exchange.sendResponseHeaders(200, 0);
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.UTF_8), 1 << 16)) {
            lines.writeTo(out);
        }
        exchange.close();
    }

    /** Writes lines. */
    @FunctionalInterface
    interface Lines {
        void writeTo(Writer out) throws IOException;
    }
}
