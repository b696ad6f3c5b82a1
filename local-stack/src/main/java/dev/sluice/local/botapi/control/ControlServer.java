package dev.sluice.local.botapi.control;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.botapi.http.ApiServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The control API: how tests and the local stack steer the simulator and read its ledger. It can push anything and asks nobody,
 * so it belongs on loopback, or into a network that holds nobody else.
 */
public final class ControlServer implements AutoCloseable {

    static {
        // Without it each answer on a kept connection waits for a delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService workers;

    private ControlServer(HttpServer server, ExecutorService workers) {
        this.server = server;
        this.workers = workers;
    }

    /** Starts to listen; port 0 picks a free one. */
    public static ControlServer start(Engine engine, ApiServer api, TrafficControl traffic, InetSocketAddress address)
            throws IOException {
        Routes routes = new Routes();
        new BotRoutes(engine).addTo(routes);
        new ServerRoutes(engine, traffic, new Figures(engine, api)).addTo(routes);
        new LedgerRoutes(engine).addTo(routes);
        HttpServer server = HttpServer.create(address, 0);
        ExecutorService workers = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "botapi-control");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(workers);
        server.createContext("/", routes::handle);
        server.start();
        return new ControlServer(server, workers);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
