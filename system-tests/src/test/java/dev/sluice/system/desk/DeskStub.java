package dev.sluice.system.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The desk's API with made-up data: as quick as it gets, and with every fault that a test asks for. What is decided takes
 * effect at once.
 */
final class DeskStub implements AutoCloseable {
    private static final String ASSETS = "/dev/sluice/outbound/desk/assets/";
    private static final String CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";

    private final StubBoard board = new StubBoard();
    private final List<StubStream> streams = new CopyOnWriteArrayList<>();
    private final List<JsonNode> commands = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private volatile @Nullable String token;
    private volatile int refusing;
    private volatile boolean complete = true;
    private volatile boolean decides = true;

    DeskStub() {
        server = listen(0);
    }

    StubBoard board() {
        return board;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Every command that was taken, in order. */
    List<JsonNode> commands() {
        return commands;
    }

    /** From now on the API wants this token. */
    void wantToken(String wanted) {
        token = wanted;
    }

    /** From now on commands are refused with this status; 0 takes them again. */
    void refuse(int status) {
        refusing = status;
    }

    /** Whether the desk has caught up with its topics. */
    void complete(boolean is) {
        complete = is;
    }

    /** Whether decisions take effect; else nothing comes of them. */
    void decides(boolean does) {
        decides = does;
    }

    int streams() {
        return streams.size();
    }

    /** Nobody is there any more, until {@link #rise}. */
    void fall() {
        server.stop(0);
        streams.forEach(StubStream::close);
        streams.clear();
    }

    /** Is there again, at the same address. */
    void rise() {
        server = listen(server.getAddress().getPort());
    }

    /** Opens a review and tells the page. */
    void open(ObjectNode review) {
        board.add(review);
        tell("reviews", board.reviewsEvent(List.of(StubBoard.keyOf(review)), List.of()));
    }

    /** Closes a review, as when somebody else has decided, and tells the page. */
    void settle(String key) {
        board.remove(key);
        tell("reviews", board.reviewsEvent(List.of(), List.of(key)));
    }

    /** Changes a lane and tells the page. */
    void lane(ObjectNode lane) {
        board.put(lane);
        ObjectNode event = MadeUp.MAPPER.createObjectNode();
        event.putArray("lanes").add(lane);
        tell("lanes", event.put("at", Instant.now().toString()));
    }

    private void tell(String type, JsonNode data) {
        byte[] event = ("event: " + type + "\ndata: " + data + "\n\n").getBytes(UTF_8);
        streams.forEach(stream -> stream.offer(event));
    }

    private HttpServer listen(int port) {
        try {
            HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
            made.setExecutor(threads);
            made.createContext("/", this::serve);
            made.start();
            return made;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Security-Policy", CSP);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        String path = exchange.getRequestURI().getPath();
        try {
            if (!path.startsWith("/api/")) {
                asset(exchange, path.equals("/") ? "index.html" : path.substring(1));
            } else if (!path.equals("/api/session") && !isAllowed(exchange)) {
                refuse(exchange, 401, "unauthorized", "wants the token of this desk as a bearer token");
            } else {
                api(exchange, path.substring("/api/".length()));
            }
        } finally {
            exchange.close();
        }
    }

    private boolean isAllowed(HttpExchange exchange) {
        return token == null
                || ("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private void api(HttpExchange exchange, String what) throws IOException {
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        switch (what) {
            case "session" ->
                answer(
                        exchange,
                        200,
                        MadeUp.MAPPER
                                .createObjectNode()
                                .put("token_required", token != null)
                                .put("version", "0.1.0")
                                .put("instance", "stub"));
            case "lanes" -> answer(exchange, 200, board.lanes(complete));
            case "reviews" -> answer(exchange, 200, board.reviews(query, complete));
            case "review" -> review(exchange, query);
            case "outcomes" -> answer(exchange, 200, board.outcomes(query, complete));
            case "commands" -> commands(exchange);
            case "events" -> events(exchange);
            default -> refuse(exchange, 404, "not_found", "no such page");
        }
    }

    private void review(HttpExchange exchange, Map<String, String> query) throws IOException {
        Optional<ObjectNode> whole = board.whole(query.get("sender") + "/" + query.get("request_id"));
        if (whole.isEmpty()) {
            refuse(exchange, 404, "not_found", "no such review is open");
        } else {
            answer(exchange, 200, whole.get());
        }
    }

    private void commands(HttpExchange exchange) throws IOException {
        JsonNode body = MadeUp.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        if (refusing != 0) {
            refuse(exchange, refusing, "unavailable", "Kafka has not taken them in time");
            return;
        }
        List<JsonNode> taken = new ArrayList<>();
        if (body instanceof ArrayNode array) {
            array.forEach(taken::add);
        } else {
            taken.add(body);
        }
        commands.addAll(taken);
        answer(exchange, 202, MadeUp.MAPPER.createObjectNode().put("accepted", taken.size()));
        if (decides) {
            tell("reviews", board.decide(taken));
            ObjectNode lanes = board.pause(taken);
            if (!lanes.path("lanes").isEmpty()) {
                tell("lanes", lanes);
            }
        }
    }

    private void events(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        StubStream stream = new StubStream();
        streams.add(stream);
        try {
            stream.writeTo(exchange.getResponseBody());
        } finally {
            streams.remove(stream);
        }
    }

    private static void asset(HttpExchange exchange, String name) throws IOException {
        try (InputStream in = name.contains("..") ? null : DeskStub.class.getResourceAsStream(ASSETS + name)) {
            if (in == null) {
                refuse(exchange, 404, "not_found", "no such page");
                return;
            }
            String type = name.endsWith(".js")
                    ? "text/javascript"
                    : name.endsWith(".css") ? "text/css" : name.endsWith(".svg") ? "image/svg+xml" : "text/html";
            exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
            byte[] content = in.readAllBytes();
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    private static void refuse(HttpExchange exchange, int status, String error, String detail) throws IOException {
        answer(
                exchange,
                status,
                MadeUp.MAPPER.createObjectNode().put("error", error).put("detail", detail));
    }

    private static void answer(HttpExchange exchange, int status, JsonNode json) throws IOException {
        byte[] body = MadeUp.MAPPER.writeValueAsBytes(json);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                query.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
            }
        }
        return query;
    }

    @Override
    public void close() {
        fall();
        threads.shutdownNow();
    }
}
