package dev.sluice.runtime.management;

import dev.sluice.runtime.http.HttpAddress;
import dev.sluice.runtime.http.HttpLimits;
import dev.sluice.runtime.http.HttpPort;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The management port: {@code /healthy} and {@code /ready} (200 or 503 with
 * {@code {"status","checks":[{"name","status","detail"}]}}), {@code /metrics} in Prometheus text (CONTRACT "Process").
 * Running from its making to {@link #close}.
 */
public final class ManagementServer implements AutoCloseable {
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    /** Enough for scrapes beside probes, also when some clients are slow; each of those is let go soon. */
    private static final HttpLimits LIMITS =
            new HttpLimits(16, 100, 8 * 1024, Duration.ofSeconds(30), Duration.ofSeconds(10));

    /** Made up of numbers and names only; a browser shall not take it for anything else. */
    private static final Map<String, String> HEADERS = Map.of("X-Content-Type-Options", "nosniff");

    private final HttpPort server;
    private final Health health;
    private final PrometheusMeterRegistry registry;

    /**
     * Binds and serves.
     *
     * @param port 0 for one that is free; {@link #port} says which
     * @throws StartFailure (PORT_TAKEN, or USAGE for an address that is not ours)
     */
    public ManagementServer(String bind, int port, Health health, PrometheusMeterRegistry registry) {
        this.health = health;
        this.registry = registry;
        HttpAddress address =
                new HttpAddress(CommonSettings.MANAGEMENT_BIND.key(), bind, CommonSettings.MANAGEMENT_PORT.key(), port);
        this.server = new HttpPort("management", address, LIMITS, HEADERS, this::routes);
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }

    private void routes(JavalinConfig config) {
        config.routes.get("/healthy", context -> answer(context, health.liveness()));
        config.routes.get("/ready", context -> answer(context, health.readiness()));
        config.routes.get("/metrics", this::metrics);
    }

    private static void answer(Context context, Health.Report report) {
        context.status(report.isUp() ? 200 : 503)
                .contentType("application/json")
                .result(JsonMapper.shared().writeValueAsString(report));
    }

    /** Made whole before the first byte goes out: a reader that is slow holds up nobody who counts. */
    private void metrics(Context context) {
        context.contentType(PROMETHEUS_TEXT).result(registry.scrape());
    }
}
