package dev.sluice.local.botapi.control;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.local.botapi.core.Arguments;
import dev.sluice.local.botapi.core.FormArguments;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the handler of a control call. A path segment {@code *} matches any one segment. */
final class Routes {

    static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, Handler> handlers = new LinkedHashMap<>();

    /** Answers one control call. */
    @FunctionalInterface
    interface Handler {
        void handle(ControlCall call) throws IOException;
    }

    Routes on(String methodAndPath, Handler handler) {
        handlers.put(methodAndPath, handler);
        return this;
    }

    void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String wanted = exchange.getRequestMethod() + " " + path.replaceAll("/[0-9]+(?=/|$)", "/*");
        Handler handler = handlers.get(wanted);
        ControlCall call = new ControlCall(exchange, path, query(exchange));
        if (handler == null) {
            call.answer(404, Map.of("error", "no such call: " + wanted));
            return;
        }
        try {
            handler.handle(call);
        } catch (IllegalArgumentException | NoSuchElementException wrong) {
            call.answer(400, Map.of("error", String.valueOf(wrong.getMessage())));
        }
    }

    private static Arguments query(HttpExchange exchange) {
        Arguments arguments = new Arguments();
        String query = exchange.getRequestURI().getRawQuery();
        if (query != null) {
            FormArguments.read(query, arguments);
        }
        return arguments;
    }

    static JsonNode parse(byte[] body) {
        return body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
    }
}
