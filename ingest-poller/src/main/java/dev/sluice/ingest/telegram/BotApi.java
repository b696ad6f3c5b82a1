package dev.sluice.ingest.telegram;

import dev.sluice.runtime.secret.Secret;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the Bot API that ingest uses. Each call returns at once; its result comes exactly once, on a reactor or
 * timer thread or within {@link PendingCall#cancel()}, and must be taken without blocking or throwing. Nothing is retried
 * here, and no result, exception or thread name carries a token.
 *
 * <p>Long polls have connections of their own: what else is asked about a bot never waits behind them. The number of
 * threads does not depend on the number of calls. Thread-safe.
 */
public final class BotApi implements AutoCloseable {

    /** One connection for each bot that is polled; far more than file handles allow, so that the pool is no limit. */
    private static final int MAX_POLL_CONNECTIONS = 100_000;

    /** When a server that is down answers every bot with 409 or 401, their questions queue for these. */
    private static final int MAX_CONTROL_CONNECTIONS = 16;

    private static final Duration POOL_SWEEP = Duration.ofSeconds(10);

    private final BotApiSettings settings;
    private final BodyBudget budget;
    private final Clock clock;
    private final ScheduledExecutorService timer;
    private final HttpHost host;
    private final String path;
    private final RequestBodies bodies;
    private final HttpClients.Client polls;
    private final HttpClients.Client control;
    private final Future<?> sweep;

    /** For the end only: calls whose result was not reported yet. */
    private final Set<Exchange<?>> underWay = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * Opening a connection resolves the host's name, which may block for many seconds: not on the caller's thread. Where a
     * connection waits in the pool, the caller takes it itself, a thread's wake-up sooner; should another
     * call be quicker, the name is resolved there after all. A shard's owner survives that: having stood still, it asks its
     * group before the next poll.
     */
    private final ExecutorService starter = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "ingest-connect");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param budget for the bodies of all answers; at least {@code 8 MiB}, the cap of one
     * @param clock for the time an answer was received at
     * @param timer for deadlines; its tasks are short. It should forget cancelled tasks at once: every call sets one that
     *     would be due a minute later. Not closed here
     */
    public BotApi(BotApiSettings settings, BodyBudget budget, Clock clock, ScheduledExecutorService timer) {
        this(settings, budget, clock, timer, null);
    }

    BotApi(
            BotApiSettings settings,
            BodyBudget budget,
            Clock clock,
            ScheduledExecutorService timer,
            @Nullable SSLContext trust) {
        if (budget.totalBytes() < ResponseBody.MAX_BYTES) {
            throw new IllegalArgumentException("the budget holds at least one body of " + ResponseBody.MAX_BYTES);
        }
        this.settings = settings;
        this.budget = budget;
        this.clock = clock;
        this.timer = timer;
        this.host = HttpHost.create(settings.apiUrl());
        this.path = pathOf(settings);
        this.bodies = new RequestBodies(settings.allowedUpdates());
        Duration connect = settings.connectTimeout();
        this.polls = HttpClients.create("ingest-poll-io", settings.ioThreads(), MAX_POLL_CONNECTIONS, connect, trust);
        this.control = HttpClients.create("ingest-control-io", 1, MAX_CONTROL_CONNECTIONS, connect, trust);
        this.sweep = timer.scheduleWithFixedDelay(
                this::closeIdle, POOL_SWEEP.toMillis(), POOL_SWEEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks for updates. The whole exchange ends within the poll timeout and {@link BotApiSettings#answerGrace()}. */
    public PendingCall getUpdates(Secret token, PollRequest request, Consumer<PollResult> done) {
        Duration deadline = request.timeout().plus(settings.answerGrace());
        byte[] body = bodies.getUpdates(request);
        return call(polls, token, "getUpdates", body, deadline, new PollInterpreter(clock), done);
    }

    /** Asks whether a webhook is set, and how many updates are pending. Confirms nothing (R18). */
    public PendingCall getWebhookInfo(Secret token, Consumer<WebhookResult> done) {
        return control(token, "getWebhookInfo", ControlAnswers.WEBHOOK_INFO, done);
    }

    /** Deletes the webhook, and keeps what is pending (A7). */
    public PendingCall deleteWebhook(Secret token, Consumer<WebhookResult> done) {
        return control(token, "deleteWebhook", ControlAnswers.WEBHOOK_DELETED, done);
    }

    /** Asks who the bot of this token is. */
    public PendingCall getMe(Secret token, Consumer<BotResult> done) {
        return control(token, "getMe", ControlAnswers.ME, done);
    }

    /** Shows its connection pools as metrics. */
    public void bindTo(MeterRegistry registry) {
        polls.bindTo(registry, "poll");
        control.bindTo(registry, "control");
    }

    /** Ends all calls, now and later, which report {@link PollResult.Cancelled} or a failure, and closes all connections. */
    @Override
    public void close() {
        closed = true;
        sweep.cancel(false);
        starter.shutdownNow();
        polls.http().close(CloseMode.IMMEDIATE);
        control.http().close(CloseMode.IMMEDIATE);
        // a reactor that ends does not tell the exchanges that end with it
        List.copyOf(underWay).forEach(Exchange::cancel);
    }

    private <T> PendingCall control(
            Secret token, String method, Exchange.Interpreter<T> interpreter, Consumer<T> done) {
        return call(control, token, method, RequestBodies.NO_PARAMETERS, settings.controlTimeout(), interpreter, done);
    }

    private <T> PendingCall call(
            HttpClients.Client client,
            Secret token,
            String method,
            byte[] body,
            Duration deadline,
            Exchange.Interpreter<T> interpreter,
            Consumer<T> done) {
        Exchange<T> exchange = new Exchange<>(new ResponseBody(budget), interpreter, done, underWay::remove);
        underWay.add(exchange);
        try {
            if (closed) {
                throw new RejectedExecutionException("closed");
            }
            exchange.limitBy(
                    timer.schedule(() -> exchange.giveUp(late(deadline)), deadline.toMillis(), TimeUnit.MILLISECONDS));
            if (client.hasIdleConnection()) {
                start(client, token, method, body, exchange);
            } else {
                starter.execute(() -> start(client, token, method, body, exchange));
            }
        } catch (RejectedExecutionException e) {
            exchange.cancel();
        }
        return exchange;
    }

    private void start(HttpClients.Client client, Secret token, String method, byte[] body, Exchange<?> exchange) {
        if (exchange.isReported()) {
            return;
        }
        // the only place where a token becomes part of a text; neither the request nor its path leaves the HTTP client
        BasicHttpRequest request =
                new HttpClients.ExchangeRequest(host, path + token.reveal() + '/' + method, exchange);
        BasicAsyncEntityProducer entity = new BasicAsyncEntityProducer(body, ContentType.APPLICATION_JSON);
        try {
            exchange.startedAs(client.http()
                    .execute(host, new BasicRequestProducer(request, entity), exchange, null, null, exchange));
        } catch (RuntimeException e) {
            exchange.giveUp(new PollResult.Unreachable(Detail.of(e)));
        }
    }

    private void closeIdle() {
        polls.pool().closeIdle(TimeValue.of(HttpClients.MAX_IDLE));
        control.pool().closeIdle(TimeValue.of(HttpClients.MAX_IDLE));
    }

    private static PollResult.Failure late(Duration deadline) {
        return new PollResult.Unreachable("no complete answer within " + deadline.toMillis() + " ms");
    }

    /** The path in front of the token; one trailing slash of the setting is ignored. */
    private static String pathOf(BotApiSettings settings) {
        String prefix =
                settings.apiUrl().getRawPath() == null ? "" : settings.apiUrl().getRawPath();
        return (prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix) + "/bot";
    }

    /** getUpdates: cuts the elements out of the body. */
    private record PollInterpreter(Clock clock) implements Exchange.Interpreter<PollResult> {
        @Override
        public PollResult success(ResponseBody body, long elapsedNanos) {
            Instant receivedAt = clock.instant();
            Duration elapsed = Duration.ofNanos(elapsedNanos);
            try {
                ResponseSlicer.Answer answer = ResponseSlicer.slice(body.bytes(), body.length());
                if (!answer.ok()) {
                    return new PollResult.ServerError(body.status(), Detail.of("ok:false: " + answer.description()));
                }
                UpdateBatch batch = answer.batch();
                return batch.updates().isEmpty() && batch.rejected().isEmpty()
                        ? new PollResult.Empty(elapsed)
                        : new PollResult.Batch(batch, receivedAt, elapsed, body.takeLease());
            } catch (UnreadableException e) {
                return e.asResult();
            }
        }

        @Override
        public PollResult failure(PollResult.Failure failure) {
            return failure;
        }
    }
}
