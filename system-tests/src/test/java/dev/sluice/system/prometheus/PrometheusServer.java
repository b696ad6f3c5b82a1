package dev.sluice.system.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.broker.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus with the rules of the repository, which scrapes and evaluates every second. */
final class PrometheusServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final String url;

    private PrometheusServer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /**
     * Starts it and waits until it answers.
     *
     * @param targets an address by the name of its job
     */
    static PrometheusServer start(Path binary, Path dir, Map<String, String> targets) throws IOException {
        Files.createDirectories(dir);
        int port = Ports.free(1).get(0);
        Process process = new ProcessBuilder(
                        binary.toString(),
                        "--config.file=" + Files.writeString(dir.resolve("prometheus.yml"), configuration(targets)),
                        "--storage.tsdb.path=" + dir.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("prometheus.log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "prometheus-kill"));
        PrometheusServer server = new PrometheusServer(process, "http://127.0.0.1:" + port);
        Awaitility.await("prometheus; its log is in " + dir)
                .atMost(START)
                .ignoreExceptions()
                .failFast("it has ended; its log is in " + dir, () -> !process.isAlive())
                .until(() -> server.get("/-/ready").statusCode() == 200);
        return server;
    }

    private static String configuration(Map<String, String> targets) {
        StringBuilder text = new StringBuilder("global:\n  scrape_interval: 1s\n  evaluation_interval: 1s\n");
        text.append("rule_files: [\"")
                .append(Deployed.PROMETHEUS.resolve("rules"))
                .append("/*.yml\"]\n");
        text.append("scrape_configs:\n");
        targets.forEach((job, address) -> text.append("  - job_name: ")
                .append(job)
                .append("\n    static_configs: [{targets: [\"")
                .append(address)
                .append("\"]}]\n"));
        return text.toString();
    }

    /** The series that an expression gives now. */
    List<JsonNode> query(String expression) {
        return api("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8))
                .path("result")
                .valueStream()
                .toList();
    }

    /** Whether a selector has matched any series since the start. */
    boolean hasSeries(String selector) {
        return !api("/api/v1/series?match%5B%5D=" + URLEncoder.encode(selector, UTF_8))
                .isEmpty();
    }

    /** The rules as it has loaded them. */
    List<JsonNode> rules() {
        return api("/api/v1/rules")
                .path("groups")
                .valueStream()
                .flatMap(group -> group.path("rules").valueStream())
                .toList();
    }

    private JsonNode api(String path) {
        HttpResponse<String> answer = get(path);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + ": " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body()).path("data");
    }

    private HttpResponse<String> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
