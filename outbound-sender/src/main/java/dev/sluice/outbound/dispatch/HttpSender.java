package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.contract.Call;
import dev.sluice.runtime.management.PoolMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes calls, each once and with one ending. Nothing is retried, and no ending, exception or thread name holds a credential.
 * Threads: {@code dispatch-connect} (resolving a name may block), {@code dispatch-io-*}, {@code dispatch-timer}; their number
 * does not depend on the number of calls. Thread-safe.
 */
final class HttpSender implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpSender.class);

    /** How exactly deadlines are kept; also what a report of silence may be late. */
    private static final long TICK_MS = 20;

    private static final long SWEEP_MS = 1_000;

    private final HttpSettings settings;
    private final HttpClients.Client client;
    private final ExecutorService starter = Executors.newSingleThreadExecutor(daemon("dispatch-connect"));
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(daemon("dispatch-timer"));
    private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    HttpSender(HttpSettings settings) {
        this(settings, null);
    }

    HttpSender(HttpSettings settings, @Nullable SSLContext trust) {
        this.settings = settings;
        this.client = HttpClients.create(settings, trust);
        every(TICK_MS, this::tick);
        every(SWEEP_MS, this::closeIdle);
    }

    private void every(long ms, Runnable task) {
        var unused = timer.scheduleWithFixedDelay(task, ms, ms, TimeUnit.MILLISECONDS);
    }

    /**
     * Begins a call; returns at once. Its deadline counts from now.
     *
     * @param apiUrl what the call's path comes behind; one trailing slash is ignored
     * @param answerHeaders the headers of the answer that are wanted, in lower case
     */
    void send(URI apiUrl, Call call, Set<String> answerHeaders, ExchangeListener listener) {
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        Exchange exchange = new Exchange(listener, new AnswerBody(answerHeaders), deadline, underWay::remove);
        underWay.add(exchange);
        try {
            if (closed) {
                throw new RejectedExecutionException("closed");
            }
            starter.execute(() -> start(apiUrl, call, exchange));
        } catch (RejectedExecutionException e) {
            exchange.giveUp("stopping");
        }
    }

    private void start(URI apiUrl, Call call, Exchange exchange) {
        if (exchange.isOver()) {
            return;
        }
        try {
            HttpHost host = HttpHost.create(apiUrl);
            // the only place where a credential becomes part of a request, which never leaves the HTTP client
            BasicHttpRequest request = new BasicHttpRequest("POST", host, prefix(apiUrl) + call.path());
            call.headers().forEach(request::addHeader);
            HttpClientContext context = HttpClientContext.create();
            context.setAttribute(HttpClients.EXCHANGE, exchange);
            exchange.startedAs(client.http()
                    .execute(
                            host,
                            new BasicRequestProducer(request, new TimedBody(call.body(), exchange::lastByte)),
                            exchange,
                            null,
                            context,
                            exchange));
        } catch (RuntimeException e) {
            exchange.giveUp(Exchange.describe(e));
        }
    }

    /** Shows the connection pool as metrics. */
    void bindTo(MeterRegistry registry) {
        var pool = client.pool();
        PoolMeters.bind(
                registry,
                "send",
                () -> pool.getTotalStats().getLeased(),
                () -> pool.getTotalStats().getAvailable(),
                () -> pool.getTotalStats().getPending(),
                () -> pool.getTotalStats().getMax());
    }

    /** Calls that have not ended. */
    int underWay() {
        return underWay.size();
    }

    /** Ends all calls, now and later, and closes all connections. What was on the wire ends as unknown. */
    @Override
    public void close() {
        closed = true;
        starter.shutdownNow();
        // the endings first: a reactor that ends does not tell the exchanges that end with it
        List.copyOf(underWay).forEach(exchange -> exchange.giveUp("stopping"));
        timer.shutdownNow();
        client.http().close(CloseMode.IMMEDIATE);
    }

    private void tick() {
        try {
            long now = System.nanoTime();
            long sendingAfter = settings.sendingAfter().toNanos();
            underWay.forEach(exchange -> exchange.tick(now, sendingAfter));
        } catch (RuntimeException e) {
            log.error("the timer of the calls failed", e);
        }
    }

    private void closeIdle() {
        client.pool().closeIdle(TimeValue.of(settings.maxIdle()));
        client.pool().closeExpired();
    }

    private static String prefix(URI apiUrl) {
        String path = apiUrl.getRawPath() == null ? "" : apiUrl.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
