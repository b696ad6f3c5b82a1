package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.ledger.Keeping;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A server inside the test's process, with one bot, and ways to call it. */
public final class ServerUnderTest implements AutoCloseable {

    public static final long BOT = 110001;

    public final SimulatedServer server;
    public final SimulatorClient client;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public ServerUnderTest() {
        this(Duration.ZERO);
    }

    public ServerUnderTest(Duration webhookChange) {
        try {
            server = SimulatedServer.start(
                    new SimulatorOptions("127.0.0.1", 0, 0, 1, 1, webhookChange, Keeping.BYTES, 100_000));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        client = new SimulatorClient(server.controlUrl());
        client.registerBot(BOT, SimulatedTokens.tokenOf(BOT));
    }

    public HttpResponse<String> get(String methodAndQuery) {
        return later(methodAndQuery).join();
    }

    public CompletableFuture<HttpResponse<String>> later(String methodAndQuery) {
        return send(HttpRequest.newBuilder(uri(methodAndQuery)).build());
    }

    public HttpResponse<String> post(String method, String contentType, String body) {
        return send(HttpRequest.newBuilder(uri(method))
                        .header("Content-Type", contentType)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build())
                .join();
    }

    public CompletableFuture<HttpResponse<String>> send(HttpRequest request) {
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    public URI uri(String methodAndQuery) {
        return URI.create(server.apiUrl() + path(methodAndQuery));
    }

    public static String path(String methodAndQuery) {
        return "/bot" + SimulatedTokens.tokenOf(BOT) + "/" + methodAndQuery;
    }

    /** Opens a connection and sends a request without a body. */
    public Socket raw(String methodAndQuery) throws IOException {
        return rawText("GET " + path(methodAndQuery) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    public Socket rawText(String text) throws IOException {
        Socket socket = new Socket();
        socket.connect(
                new InetSocketAddress("127.0.0.1", URI.create(server.apiUrl()).getPort()));
        socket.setSoTimeout(5000);
        socket.getOutputStream().write(text.getBytes(UTF_8));
        return socket;
    }

    /** Everything that comes until the server closes the connection. */
    public static String readToEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), UTF_8);
    }

    public List<LedgerCall> calls() {
        try (Stream<LedgerCall> calls = client.calls(0)) {
            return calls.toList();
        }
    }

    public void push(int count) {
        for (int n = 0; n < count; n++) {
            client.pushFragment(BOT, "message", "\"message\":{\"n\":" + n + "}");
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
