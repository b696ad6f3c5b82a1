package dev.sluice.runtime.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Closes connections that take too long. The server's own idle timeout begins anew with every byte, so that one byte every
 * few seconds would hold a connection, or a thread, for as long as somebody likes; these deadlines do not move.
 */
final class ConnectionWatch extends Handler.Wrapper implements Connection.Listener, AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Map<Connection, Long> deadlines = new ConcurrentHashMap<>();
    private final HttpLimits limits;
    private final ScheduledExecutorService timer;

    ConnectionWatch(String name, HttpLimits limits) {
        this.limits = limits;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name + "-watch");
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        deadlines.put(connection, in(limits.idle()));
    }

    @Override
    public void onClosed(Connection connection) {
        deadlines.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        deadlines.replace(connection, in(limits.exchange()));
        return super.handle(
                request, response, Callback.from(callback, () -> deadlines.replace(connection, in(limits.idle()))));
    }

    /** What this request is answered with has no end of its own. */
    void stream(Connection connection, Duration standstill) {
        deadlines.remove(connection);
        connection.getEndPoint().setIdleTimeout(standstill.toMillis());
    }

    int open() {
        return deadlines.size();
    }

    private void look() {
        long now = System.nanoTime();
        deadlines.forEach((connection, deadline) -> {
            if (now - deadline > 0) {
                deadlines.remove(connection);
                connection.getEndPoint().close();
            }
        });
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
