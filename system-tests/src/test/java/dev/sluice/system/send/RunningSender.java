package dev.sluice.system.send;

import static org.awaitility.Awaitility.await;

import dev.sluice.cli.AllSettings;
import dev.sluice.outbound.SendService;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.system.bench.measure.MetricsPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One sender in this JVM, put together as {@code sluice send} does it from its environment. */
final class RunningSender {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final SendService service;

    private RunningSender(SendService service) {
        this.service = service;
    }

    /** Starts one and waits until it is ready. */
    static RunningSender start(Map<String, String> environment) {
        Settings settings = Settings.load(environment, List.of(), AllSettings.list(), AllSettings.FAMILIES);
        RunningSender sender = new RunningSender(new SendService(settings, "test", "0.1", Clock.systemUTC()));
        sender.service.start();
        await().atMost(Duration.ofSeconds(60)).until(sender::isReady);
        return sender;
    }

    private boolean isReady() {
        try {
            HttpRequest ready = HttpRequest.newBuilder(page("/ready")).build();
            return HTTP.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    MetricsPage metrics() {
        return MetricsPage.read(page("/metrics"));
    }

    /** How many of its own calls were answered with a 429 that says how long. */
    double floods() {
        return metrics().series().getOrDefault("sluice_outbound_results_total{class=\"flood\"}", 0.0);
    }

    /** As SIGTERM does it; whether nothing was left open. */
    boolean stop() {
        return service.drain(Duration.ofSeconds(20));
    }

    /** Where its desk is. */
    String desk() {
        return "http://127.0.0.1:" + service.deskPort() + "/";
    }

    private URI page(String path) {
        return URI.create("http://127.0.0.1:" + service.managementPort() + path);
    }
}
