package dev.sluice.runtime.management;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.lifecycle.StartFailure;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManagementServerTest {
    private static final String LOOPBACK = "127.0.0.1";

    private final PrometheusMeterRegistry registry = MetricsRegistry.create("test");
    private final Health health = new Health();
    private final ManagementServer server = new ManagementServer(LOOPBACK, 0, health, registry);

    @AfterEach
    void close() {
        server.close();
        registry.close();
    }

    @Test
    void isHealthyAsLongAsItsLoopsAre() throws Exception {
        health.live(HealthCheck.of("loop", () -> CheckResult.up("turned 3 s ago")));

        HttpResponse<String> answer = get("/healthy");

        assertEquals(200, answer.statusCode());
        assertEquals(
                "application/json", answer.headers().firstValue("content-type").orElseThrow());
        assertEquals(
                "{\"status\":\"up\",\"checks\":[{\"name\":\"loop\",\"status\":\"up\",\"detail\":\"turned 3 s ago\"}]}",
                answer.body());
    }

    @Test
    void oneCheckThatFailsIsEnoughAndSecretsAreTakenOut() throws Exception {
        health.live(HealthCheck.of("a", () -> CheckResult.up("fine")));
        health.live(HealthCheck.of("b", () -> CheckResult.down("110001:SIMULATED-token-of-bot-110001-xxxxxx")));
        health.live(HealthCheck.of("c", () -> {
            throw new IllegalStateException("odd");
        }));

        HttpResponse<String> answer = get("/healthy");

        assertEquals(503, answer.statusCode());
        assertEquals(
                "{\"status\":\"down\",\"checks\":[{\"name\":\"a\",\"status\":\"up\",\"detail\":\"fine\"},"
                        + "{\"name\":\"b\",\"status\":\"down\",\"detail\":\"110001:•••\"},"
                        + "{\"name\":\"c\",\"status\":\"down\",\"detail\":\"the check itself failed\"}]}",
                answer.body());
    }

    @Test
    void isReadyWhileItRunsOnly() throws Exception {
        assertEquals(503, get("/ready").statusCode());

        health.become(LifecycleState.RUNNING);
        assertEquals(200, get("/ready").statusCode());

        health.ready(HealthCheck.of("kafka", () -> CheckResult.down("no answer")));
        assertEquals(503, get("/ready").statusCode());

        health.become(LifecycleState.DRAINING);
        assertTrue(get("/ready").body().contains("\"name\":\"lifecycle\",\"status\":\"down\",\"detail\":\"draining\""));
    }

    @Test
    void showsItsMetricsAsPrometheusText() throws Exception {
        registry.counter("sluice.ingest.updates", "bot_id", "110001").increment(3);

        HttpResponse<String> answer = get("/metrics");

        assertEquals(200, answer.statusCode());
        assertTrue(answer.headers().firstValue("content-type").orElseThrow().startsWith("text/plain; version=0.0.4"));
        assertTrue(answer.body().contains("\nsluice_ingest_updates_total{bot_id=\"110001\"} 3.0\n"), answer.body());
        assertTrue(answer.body().contains("\njvm_threads_live_threads "), answer.body());
    }

    @Test
    void aTakenPortIsSaidInOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            StartFailure failure =
                    assertThrows(StartFailure.class, () -> new ManagementServer(LOOPBACK, port, health, registry));

            assertEquals(ExitCode.PORT_TAKEN, failure.exitCode());
            assertEquals(
                    "sluice: sluice.management.port: " + port + " is taken on 127.0.0.1; wants a free port",
                    failure.line());
        }
    }

    @Test
    void anAddressThatIsNotOursIsSaidInOneLine() {
        StartFailure failure =
                assertThrows(StartFailure.class, () -> new ManagementServer("192.0.2.1", 0, health, registry));

        assertEquals(ExitCode.USAGE, failure.exitCode());
        assertTrue(
                failure.line().startsWith("sluice: sluice.management.bind: cannot listen on 192.0.2.1:0 ("),
                failure::line);
        assertTrue(failure.line().endsWith("; wants an address of this host"), failure::line);
    }

    @Test
    void anUnknownPathIsNotFound() throws Exception {
        assertEquals(404, get("/").statusCode());
    }

    /** Twelve that never read a page which no buffer holds; the server's threads are some more. */
    @Test
    void whoNeverReadsHoldsUpNoProbeAndIsLetGo() throws Exception {
        health.live(HealthCheck.of("loop", () -> CheckResult.up("fine")));
        for (int i = 0; i < 40_000; i++) {
            registry.counter("sluice.some.long.name.that.makes.a.large.page", "bot_id", Integer.toString(i));
        }
        List<Socket> deaf = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Socket socket = new Socket(LOOPBACK, server.port());
            socket.setReceiveBufferSize(1024);
            socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
            deaf.add(socket);
        }

        for (int i = 0; i < 20; i++) {
            assertEquals(200, get("/healthy").statusCode());
        }
        for (Socket socket : deaf) {
            await().atMost(Duration.ofSeconds(40)).until(() -> isOver(socket));
            socket.close();
        }
    }

    /** A byte a second keeps an idle timeout from ever ending it. */
    @Test
    void whoDripsItsRequestIsLetGo() throws Exception {
        try (Socket socket = new Socket(LOOPBACK, server.port())) {
            socket.getOutputStream().write("GET /healthy HTTP/1.1\r\nX: ".getBytes(US_ASCII));

            await().atMost(Duration.ofSeconds(45))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> isOver(socket));
        }
    }

    @Test
    void whatIsNoHttpIsAnsweredBarely() throws Exception {
        try (Socket socket = new Socket(LOOPBACK, server.port())) {
            socket.getOutputStream().write("GET /<script> HTTP/1.1\r\nBroken header\r\n\r\n".getBytes(US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);

            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
            assertTrue(answer.endsWith("{\"error\":\"http\",\"detail\":\"400 bad request\"}"), answer);
        }
    }

    private static boolean isOver(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + LOOPBACK + ":" + server.port() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
