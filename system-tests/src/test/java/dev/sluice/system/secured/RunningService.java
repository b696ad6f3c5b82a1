package dev.sluice.system.secured;

import static org.awaitility.Awaitility.await;

import dev.sluice.cli.AllSettings;
import dev.sluice.ingest.IngestService;
import dev.sluice.outbound.SendService;
import dev.sluice.outbound.desk.DeskService;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.settings.Settings;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;

/** A service in this JVM, put together as its command does it from its environment. */
final class RunningService implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Service service;
    private final IntSupplier port;
    private final IntSupplier api;

    private RunningService(Service service, IntSupplier port) {
        this(service, port, port);
    }

    /** @param api the port of what it serves beside health and metrics */
    private RunningService(Service service, IntSupplier port, IntSupplier api) {
        this.service = service;
        this.port = port;
        this.api = api;
    }

    /** A poller that is ready. */
    static RunningService ingest(Map<String, String> environment) {
        IngestService service = new IngestService(settings(environment), "test", Clock.systemUTC());
        return ready(new RunningService(service, service::managementPort));
    }

    /** A sender that is ready. */
    static RunningService send(Map<String, String> environment) {
        SendService service = new SendService(settings(environment), "test", "0.1", Clock.systemUTC());
        return ready(new RunningService(service, service::managementPort));
    }

    /** A desk that is ready; it is asked and told things at its own port. */
    static RunningService desk(Map<String, String> environment) {
        DeskService service = new DeskService(settings(environment), "test", "0.1", Clock.systemUTC());
        return ready(new RunningService(service, service::managementPort, service::port));
    }

    private static Settings settings(Map<String, String> environment) {
        return Settings.load(environment, List.of(), AllSettings.list(), AllSettings.FAMILIES);
    }

    private static RunningService ready(RunningService running) {
        try {
            running.service.start();
            await().atMost(Duration.ofSeconds(60)).until(running::isReady);
            return running;
        } catch (RuntimeException e) {
            running.close();
            throw e;
        }
    }

    private boolean isReady() {
        return get("/ready").statusCode() == 200;
    }

    /** A page of the management port. */
    HttpResponse<String> get(String path) {
        return answer(HttpRequest.newBuilder(at(port, path)).build());
    }

    /** A page of the API. */
    HttpResponse<String> ask(String path) {
        return answer(HttpRequest.newBuilder(at(api, path)).build());
    }

    /** Gives JSON to the API. */
    HttpResponse<String> post(String path, String json) {
        return answer(HttpRequest.newBuilder(at(api, path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private static URI at(IntSupplier port, String path) {
        return URI.create("http://127.0.0.1:" + port.getAsInt() + path);
    }

    private static HttpResponse<String> answer(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What it ends with by itself. */
    Throwable fault() throws InterruptedException, TimeoutException {
        try {
            service.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
            throw new AssertionError("ended without a fault");
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }

    /** As SIGTERM does it. */
    @Override
    public void close() {
        service.drain(Duration.ofSeconds(20));
    }
}
