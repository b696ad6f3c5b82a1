package dev.sluice.outbound.desk.web;

import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.runtime.http.HttpAddress;
import dev.sluice.runtime.secret.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A desk's port on a board that a test fills, with a Kafka that a test makes up. */
final class DeskRig implements AutoCloseable, CommandStore, WholeReviews, WebMetrics {
    static final String TOKEN = "0123456789abcdef-made-up";

    final Board board = new Board(1_000);
    final List<String> stored = new CopyOnWriteArrayList<>();
    final Map<String, AtomicInteger> refused = new ConcurrentHashMap<>();
    final DeskPort port;

    volatile boolean broken;
    volatile Function<OpenReview, Optional<Stored>> reviews = review -> Optional.empty();

    DeskRig(boolean withToken) {
        port = new DeskPort(
                new DeskPort.Access(
                        new HttpAddress("sluice.desk.bind", "127.0.0.1", "sluice.desk.port", 0),
                        List.of("desk.example.org"),
                        withToken ? Optional.of(() -> Secret.of(TOKEN)) : Optional.empty(),
                        "0.1 (commit abc)",
                        "test"),
                board,
                this,
                this,
                this,
                Clock.systemUTC());
    }

    @Override
    public void store(List<Entry> commands) {
        if (broken) {
            throw new UnavailableException("Kafka has confirmed 0 of 1 commands");
        }
        commands.forEach(each -> stored.add(new String(each.value(), StandardCharsets.UTF_8)));
    }

    @Override
    public Optional<Stored> read(OpenReview review) {
        return reviews.apply(review);
    }

    @Override
    public void refused(String reason) {
        refused.computeIfAbsent(reason, r -> new AtomicInteger()).incrementAndGet();
    }

    @Override
    public void command(String name) {
        stored.add(name);
    }

    /** A request that is right in all but what a test adds; the server closes after it. */
    String get(String path, String... headers) throws IOException {
        return RawClient.exchange(port.port(), "GET " + path + " HTTP/1.1\r\n" + head(headers) + "\r\n");
    }

    String post(String body, String... headers) throws IOException {
        return RawClient.exchange(
                port.port(),
                "POST /api/commands HTTP/1.1\r\n" + head(headers) + "Content-Length: "
                        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    String head(String... headers) {
        StringBuilder head = new StringBuilder();
        boolean hasHost = false;
        for (String header : headers) {
            hasHost |= header.startsWith("Host:");
            head.append(header).append("\r\n");
        }
        return (hasHost ? "" : "Host: localhost:" + port.port() + "\r\n") + "Connection: close\r\n" + head;
    }

    static int status(String answer) {
        return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
    }

    static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    @Override
    public void close() {
        port.close();
    }
}
