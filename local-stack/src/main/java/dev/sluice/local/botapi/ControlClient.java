package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plain calls to a control API. */
final class ControlClient {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    ControlClient(String base) {
        this.base = base;
    }

    JsonNode get(String path) {
        return call("GET", path, new byte[0]);
    }

    JsonNode post(String path, Map<String, ?> body) {
        return call("POST", path, JSON.writeValueAsBytes(body));
    }

    /** Throws when the control API refuses, with its own words. */
    JsonNode call(String method, String path, byte[] body) {
        HttpResponse<byte[]> response = send(method, path, body, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IllegalArgumentException(method + " " + path + ": " + new String(response.body(), UTF_8));
        }
        return JSON.readTree(response.body());
    }

    /** The lines of a streamed answer; close the stream. */
    Stream<JsonNode> lines(String path) {
        HttpResponse<Stream<String>> response = send("GET", path, new byte[0], HttpResponse.BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new IllegalArgumentException("GET " + path + ": status " + response.statusCode());
        }
        return response.body().map(JSON::readTree);
    }

    private <T> HttpResponse<T> send(String method, String path, byte[] body, HttpResponse.BodyHandler<T> handler) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + method + " " + path, e);
        }
    }
}
