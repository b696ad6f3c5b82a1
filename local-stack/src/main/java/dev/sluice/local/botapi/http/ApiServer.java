package dev.sluice.local.botapi.http;

import dev.sluice.local.botapi.engine.Engine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.bootstrap.AsyncServerBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.ResponseContent;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** The simulated API's port. One reactor thread serves thousands of long polls. */
public final class ApiServer implements AutoCloseable {

    /** Idle and in-flight limit of a connection (TELEGRAM.md 5). */
    private static final Timeout CONNECTION_TIMEOUT = Timeout.ofSeconds(500);

    /** A closed connection is only noticed between two selects; the default of a second hides it from tests. */
    private static final TimeValue SELECT_INTERVAL = TimeValue.ofMilliseconds(50);

    /** Requests are short: small buffers keep 10,000 idle connections cheap. */
    private static final int BUFFER_BYTES = 2048;

    /** Room for thousands of bots that connect at once. */
    private static final int BACKLOG = 4096;

    private final HttpAsyncServer server;
    private final Sessions sessions = new Sessions();
    private final int port;

    private ApiServer(Engine engine, InetSocketAddress address, int threads) throws IOException, InterruptedException {
        IOReactorConfig reactor = IOReactorConfig.custom()
                .setIoThreadCount(threads)
                .setSelectInterval(SELECT_INTERVAL)
                .setSoTimeout(CONNECTION_TIMEOUT)
                .setTcpNoDelay(true)
                .setBacklogSize(BACKLOG)
                .setSoReuseAddress(true)
                .build();
        server = AsyncServerBootstrap.bootstrap()
                .setIOReactorConfig(reactor)
                .setHttp1Config(Http1Config.custom().setBufferSize(BUFFER_BYTES).build())
                // Not ResponseConnControl: it echoes a client's "Connection: keep-alive", which would read as a refusal
                // below.
                .setHttpProcessor(new DefaultHttpProcessor(new ResponseContent()))
                .setIOSessionDecorator(ClosingSession::new)
                .setIOSessionListener(sessions)
                // "Connection: close" of a client is ignored (HttpConnection.cpp:69); only refusals close.
                .setConnectionReuseStrategy((request, response, context) -> !response.containsHeader("Connection"))
                .setRequestRouter((request, context) -> () -> new ApiExchange(engine, sessions))
                .create();
        server.start();
        port = listen(address);
    }

    /** Starts to listen; port 0 picks a free one. */
    public static ApiServer start(Engine engine, InetSocketAddress address, int threads)
            throws IOException, InterruptedException {
        return new ApiServer(engine, address, threads);
    }

    private int listen(InetSocketAddress address) throws IOException, InterruptedException {
        try {
            InetSocketAddress bound = (InetSocketAddress) server.listen(address, URIScheme.HTTP)
                    .get(30, TimeUnit.SECONDS)
                    .getAddress();
            return bound.getPort();
        } catch (ExecutionException | TimeoutException e) {
            server.close(CloseMode.IMMEDIATE);
            throw new IOException("cannot listen on port " + address.getPort(), e);
        }
    }

    public int port() {
        return port;
    }

    /** Open connections. */
    public int connections() {
        return sessions.size();
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }
}
