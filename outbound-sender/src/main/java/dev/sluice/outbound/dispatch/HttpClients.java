package dev.sluice.outbound.dispatch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
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
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of the dispatcher: one request, one answer. No retries (B2, B6: a second layer that retries is how one
 * message becomes nine), no redirects (the URL holds the token), no cookies, no authentication, no compression, HTTP/1.1.
 */
final class HttpClients {
    /** The attribute of a request's context that holds its {@link Exchange}. */
    static final String EXCHANGE = "sluice.exchange";

    /** A connection idle for this long is looked at before it is used: the server may have closed it meanwhile. */
    private static final TimeValue CHECK_AFTER_IDLE = TimeValue.ofMilliseconds(500);

    /** The cloud is said to close connections some 39 s after they were opened (TELEGRAM section 5), be they busy or not. */
    private static final TimeValue MAX_AGE = TimeValue.ofSeconds(30);

    private static final int SESSION_BUFFER_BYTES = 4 * 1024;

    private static final int MAX_HEADER_LINE = 8 * 1024;

    private static final int MAX_HEADERS = 100;

    private HttpClients() {}

    /** A client and its pool, which the client closes. */
    record Client(CloseableHttpAsyncClient http, PoolingAsyncClientConnectionManager pool) {}

    /** @param trust whom to trust; null for what the JVM is set to trust */
    static Client create(HttpSettings settings, @Nullable SSLContext trust) {
        // the deadline of an exchange is kept by a timer; should that ever miss one, this ends it
        Timeout backstop = Timeout.ofMilliseconds(2 * settings.timeout().toMillis());
        Timeout connect = Timeout.of(settings.connectTimeout());
        PoolingAsyncClientConnectionManager pool = PoolingAsyncClientConnectionManagerBuilder.create()
                .setTlsStrategy(ClientTlsStrategyBuilder.create()
                        .useSystemProperties()
                        .setSslContext(trust)
                        .setSslBufferMode(SSLBufferMode.DYNAMIC)
                        .buildAsync())
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .setHandshakeTimeout(connect)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setIdleTimeout(Timeout.of(settings.maxIdle()))
                        .setTimeToLive(MAX_AGE)
                        .setValidateAfterInactivity(CHECK_AFTER_IDLE)
                        .build())
                .setMaxConnTotal(settings.maxConnections())
                .setMaxConnPerRoute(settings.maxConnections())
                .build();
        CloseableHttpAsyncClient http = HttpAsyncClients.custom()
                .setConnectionManager(pool)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(settings.ioThreads())
                        .setTcpNoDelay(true)
                        .setSoKeepAlive(true)
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setBufferSize(SESSION_BUFFER_BYTES)
                        .setMaxLineLength(MAX_HEADER_LINE)
                        .setMaxHeaderCount(MAX_HEADERS)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setExpectContinueEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .setRedirectsEnabled(false)
                        .setAuthenticationEnabled(false)
                        .setConnectionRequestTimeout(backstop)
                        .setResponseTimeout(backstop)
                        .setHardCancellationEnabled(true)
                        .build())
                .setThreadFactory(new DefaultThreadFactory("dispatch-io", true))
                .setUserAgent("sluice")
                .addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), "has-connection", HttpClients::begin)
                .addRequestInterceptorLast(HttpClients::mayWrite)
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

    /** The connection is open; the exchange needs to know it, so that giving up can close it. */
    private static void begin(
            HttpRequest request,
            AsyncEntityProducer entity,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        if (!exchangeOf(scope.clientContext).begin(scope.execRuntime)) {
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

    /**
     * Called by the connection that has taken the request, right before the head goes into its buffer. An exception here ends
     * the connection with nothing written.
     */
    private static void mayWrite(HttpRequest request, EntityDetails entity, HttpContext context) throws IOException {
        exchangeOf(context).mayWrite();
    }

    private static Exchange exchangeOf(HttpContext context) {
        return (Exchange) Objects.requireNonNull(context.getAttribute(EXCHANGE), "a request without its exchange");
    }
}
