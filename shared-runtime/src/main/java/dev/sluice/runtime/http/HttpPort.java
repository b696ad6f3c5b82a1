package dev.sluice.runtime.http;

import dev.sluice.runtime.lifecycle.StartFailure;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** One HTTP port within its {@link HttpLimits}, serving from its making to {@link #close}. */
public final class HttpPort implements AutoCloseable {
    private final Javalin server;
    private final ConnectionWatch watch;

    /**
     * Binds and serves.
     *
     * @param name of its threads
     * @param headers on every answer, those to requests that cannot be read among them
     * @param routes sets what is served
     * @throws StartFailure (PORT_TAKEN, or USAGE for an address that is not ours)
     */
    public HttpPort(
            String name,
            HttpAddress address,
            HttpLimits limits,
            Map<String, String> headers,
            Consumer<JavalinConfig> routes) {
        this.watch = new ConnectionWatch(name, limits);
        this.server = Javalin.create(config -> {
            configure(config, name, address, limits, headers);
            routes.accept(config);
        });
        try {
            server.start();
        } catch (RuntimeException e) {
            close();
            throw address.failure(e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** Connections that are open now and are no streams. */
    public int connections() {
        return watch.open();
    }

    /**
     * The answer to this request is a stream: it may last.
     *
     * @param standstill how long one write to it may stand still before the connection is closed
     * @return what cuts the connection at once, from any thread: a write that stands still fails then
     */
    public Runnable stream(Context context, Duration standstill) {
        Connection connection = ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getConnection();
        watch.stream(connection, standstill);
        return () -> connection.getEndPoint().close();
    }

    @Override
    public void close() {
        server.stop();
        watch.close();
    }

    private void configure(
            JavalinConfig config, String name, HttpAddress address, HttpLimits limits, Map<String, String> headers) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        QueuedThreadPool threads = new QueuedThreadPool(limits.threads(), 1);
        threads.setName(name);
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyServer(jetty -> {
            jetty.setHandler(watch);
            jetty.setErrorHandler(new BareErrors(headers));
        });
        config.jetty.addConnector((jetty, http) -> connector(jetty, http, address, limits));
        config.routes.before(context -> headers.forEach(context::header));
    }

    private ServerConnector connector(Server jetty, HttpConfiguration http, HttpAddress address, HttpLimits limits) {
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(limits.headBytes());
        ServerConnector connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(address.bind());
        connector.setPort(address.port());
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.addBean(watch, false); // hears of connections
        connector.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        return connector;
    }
}
