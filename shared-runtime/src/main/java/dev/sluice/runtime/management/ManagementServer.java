package dev.sluice.runtime.management;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import tools.jackson.databind.json.JsonMapper;

/**
 * The management port: {@code /healthy} and {@code /ready} (200 or 503 with
 * {@code {"status","checks":[{"name","status","detail"}]}}), {@code /metrics} in Prometheus text (CONTRACT "Process").
 * Running from its making to {@link #close}.
 */
public final class ManagementServer implements AutoCloseable {
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    /** One acceptor, one selector, and enough for a scrape beside two probes. */
    private static final int THREADS = 6;

    private static final int IDLE_TIMEOUT_MS = 30_000;

    private final Javalin server;
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
        this.server = Javalin.create(config -> configure(config, bind, port));
        try {
            server.start();
        } catch (RuntimeException e) {
            server.stop();
            throw failure(bind, port, e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private void configure(JavalinConfig config, String bind, int port) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("management");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.addConnector((jetty, http) -> connector(jetty, http, bind, port));
        config.routes.get("/healthy", context -> answer(context, health.liveness()));
        config.routes.get("/ready", context -> answer(context, health.readiness()));
        config.routes.get("/metrics", this::metrics);
    }

    private static ServerConnector connector(Server jetty, HttpConfiguration http, String bind, int port) {
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(bind);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_TIMEOUT_MS);
        return connector;
    }

    private static void answer(Context context, Health.Report report) {
        context.status(report.isUp() ? 200 : 503)
                .contentType("application/json")
                .result(JsonMapper.shared().writeValueAsString(report));
    }

    private void metrics(Context context) throws IOException {
        context.contentType(PROMETHEUS_TEXT);
        registry.scrape(context.outputStream());
    }

    private static StartFailure failure(String bind, int port, RuntimeException e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            boolean ours =
                    t instanceof BindException && String.valueOf(t.getMessage()).contains("in use");
            if (ours) {
                return new StartFailure(
                        ExitCode.PORT_TAKEN,
                        CommonSettings.MANAGEMENT_PORT.key(),
                        port + " is taken on " + bind + "; wants a free port",
                        e);
            }
            if (t instanceof SocketException || t instanceof java.nio.channels.UnresolvedAddressException) {
                return new StartFailure(
                        ExitCode.USAGE,
                        CommonSettings.MANAGEMENT_BIND.key(),
                        "cannot listen on " + bind + ":" + port + " (" + t.getMessage()
                                + "); wants an address of this host",
                        e);
            }
        }
        throw e;
    }
}
