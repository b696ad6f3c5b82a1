package dev.sluice.system.bench.compare;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The comparator's side of measuring on demand: it prints {@code ready <port>}, answers {@code GET /run?name=number&…} with
 * what that run came to, and is idle in between. Runs until its process is killed.
 */
final class OnDemand {
    private OnDemand() {}

    /** Listens; {@code run} gets the numbers of a query and returns words like {@code sends=100 nanos=5}. */
    static void serve(Function<Map<String, Long>, String> run) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/run", exchange -> answer(exchange, run));
        server.start();
        System.out.println("ready " + server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange, Function<Map<String, Long>, String> run) throws IOException {
        byte[] body = run.apply(numbers(exchange.getRequestURI().getQuery())).getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Map<String, Long> numbers(String query) {
        Map<String, Long> numbers = new HashMap<>();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            numbers.put(pair.substring(0, equals), Long.valueOf(pair.substring(equals + 1)));
        }
        return numbers;
    }
}
