package dev.sluice.ingest.telegram;

import dev.sluice.runtime.management.PoolMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.concurrent.DefaultThreadFactory;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * HTTP clients that do one thing: one request, one answer. No retries (a second layer that retries is how updates and 409s
 * multiply), no redirects (the URL holds the token), no cookies, no authentication, no compression, HTTP/1.1 only
 * (TELEGRAM section 5).
 */
final class HttpClients {

    /**
     * Older connections are not used again: the cloud closes them at some 39 s, and behind NAT they die without a word
     * (TELEGRAM section 5).
     */
    static final Duration MAX_IDLE = Duration.ofSeconds(30);

    /** A connection idle for this long is looked at before it is used: the server may have closed it meanwhile. */
    private static final TimeValue CHECK_AFTER_IDLE = TimeValue.ofSeconds(1);

    /**
     * Three buffers of this size belong to each connection as long as it lives, so ten thousand long polls hold 180 MB in
     * them. The price is a read call per 6 KiB of a body, some 13 for a full answer.
     */
    private static final int SESSION_BUFFER_BYTES = 6 * 1024;

    /** The longest header line taken. The server's own are far shorter; a proxy may add some. */
    private static final int MAX_HEADER_LINE = 8 * 1024;

    private static final int MAX_HEADERS = 100;

    /**
     * The deadline of an exchange is kept by a timer, which closes the connection. Should that ever miss one, a silent
     * connection still ends, long after any answer could come.
     */
    private static final Duration BACKSTOP = Duration.ofMinutes(2);

    private HttpClients() {}

    /** A client and its pool, which the client closes. */
    record Client(CloseableHttpAsyncClient http, PoolingAsyncClientConnectionManager pool) {

        /** Whether a call made now will most likely find an open connection. */
        boolean hasIdleConnection() {
            return pool.getTotalStats().getAvailable() > 0;
        }

        void bindTo(MeterRegistry registry, String name) {
            PoolMeters.bind(
                    registry,
                    name,
                    () -> pool.getTotalStats().getLeased(),
                    () -> pool.getTotalStats().getAvailable(),
                    () -> pool.getTotalStats().getPending(),
                    () -> pool.getTotalStats().getMax());
        }
    }

    /** @param trust whom to trust; null for what the JVM is set to trust */
    static Client create(
            String threads, int ioThreads, int maxConnections, Duration connectTimeout, @Nullable SSLContext trust) {
        PoolingAsyncClientConnectionManager pool = PoolingAsyncClientConnectionManagerBuilder.create()
                // with dynamic buffers a TLS connection that waits holds none
                .setTlsStrategy(ClientTlsStrategyBuilder.create()
                        .useSystemProperties()
                        .setSslContext(trust)
                        .setSslBufferMode(SSLBufferMode.DYNAMIC)
                        .buildAsync())
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .setHandshakeTimeout(Timeout.of(connectTimeout))
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connectTimeout))
                        .setIdleTimeout(Timeout.of(MAX_IDLE))
                        .setValidateAfterInactivity(CHECK_AFTER_IDLE)
                        .build())
                .setMaxConnTotal(maxConnections)
                .setMaxConnPerRoute(maxConnections)
                .build();
        CloseableHttpAsyncClient http = HttpAsyncClients.custom()
                .setConnectionManager(pool)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(ioThreads)
                        .setTcpNoDelay(true)
                        .setSoKeepAlive(true)
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setBufferSize(SESSION_BUFFER_BYTES)
                        .setMaxLineLength(MAX_HEADER_LINE)
                        .setMaxHeaderCount(MAX_HEADERS)
                        // nothing of a body comes unasked beyond what is in the session buffer
                        .setInitialWindowSize(1)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setExpectContinueEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .setRedirectsEnabled(false)
                        .setAuthenticationEnabled(false)
                        .setConnectionRequestTimeout(Timeout.of(BACKSTOP))
                        .setResponseTimeout(Timeout.of(BACKSTOP))
                        .setHardCancellationEnabled(true)
                        .build())
                .setThreadFactory(new DefaultThreadFactory(threads, true))
                .setUserAgent("sluice")
                .addExecInterceptorBefore(
                        ChainElement.MAIN_TRANSPORT.name(), "exchange-begins", HttpClients::beginExchange)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableConnectionState()
                .disableContentCompression()
                .disableRequestPriority()
                .build();
        http.start();
        return new Client(http, pool);
    }

    /** A request that knows whose it is. */
    static final class ExchangeRequest extends BasicHttpRequest {
        private static final long serialVersionUID = 1L;

        private final transient Exchange<?> exchange;

        ExchangeRequest(HttpHost host, String path, Exchange<?> exchange) {
            super("POST", host, path);
            this.exchange = exchange;
        }
    }

    /**
     * Tells the exchange its connection, so that giving it up can close that. The client's own way, cancelling the future,
     * does not: on a connection from the pool the future still holds the finished step of getting it (seen with 5.6: the
     * long poll went on). Called when the connection is open and before anything is written.
     */
    private static void beginExchange(
            HttpRequest request,
            AsyncEntityProducer entity,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        Exchange<?> exchange = ((ExchangeRequest) scope.originalRequest).exchange;
        if (!exchange.begin(scope.execRuntime)) {
            callback.failed(new InterruptedIOException("given up before it began"));
            return;
        }
        try {
            chain.proceed(request, entity, scope, callback);
        } catch (IllegalStateException e) {
            // given up this very moment, its connection is closed already
            callback.failed(e);
        }
    }
}
