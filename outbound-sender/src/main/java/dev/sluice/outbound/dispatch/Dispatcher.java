package dev.sluice.outbound.dispatch;

import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.runtime.kafka.KafkaClients;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process side of sending: a member of the group that shares out {@code outbound.attempts}, makes each call that is
 * granted to it once, and reports what came of it.
 *
 * <pre>
 *  STARTED ──▶ taking ── drain ──▶ leaves the group ──▶ waits for what is on the wire and for its results ──▶ CLOSED
 * </pre>
 *
 * <p>Threads: {@code dispatch-loop} (the group consumer; never waits for a call or a result for longer than a rebalance
 * may), {@code dispatch-holds} (starts what was granted early), {@code dispatch-results} (the producer), and those of {@link
 * HttpSender}.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

    /** The group's name, before the topics prefix. */
    public static final String GROUP = "sluice-dispatch";

    private static final Duration LEAVE = Duration.ofSeconds(3);

    /** For storing that a call was cut off by the end of the process. */
    private static final long LAST_RESULTS_NANOS = Duration.ofSeconds(2).toNanos();

    private final String attempts;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final HttpSender http;
    private final DispatchContext context;
    private final Credentials credentials;
    private final int partitionCount;
    private final Thread thread = new Thread(this::run, "dispatch-loop");
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean stopping;
    private volatile boolean assigned;
    private volatile int partitions;
    private volatile long lastTurn;

    /**
     * What a dispatcher needs from outside.
     *
     * @param attempts name of the topic with its prefix
     * @param results the same
     * @param consumers makes a member of the group {@link #GROUP}: read_committed, no auto commit; again after a fault of its
     *     own or of the clock
     * @param producers makes an idempotent producer
     * @param apiUrls of the channels
     * @param partitions of both topics
     */
    public record Surroundings(
            String attempts,
            String results,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Supplier<Producer<byte[], byte[]>> producers,
            Channels channels,
            Map<Sender.Channel, URI> apiUrls,
            Credentials credentials,
            int partitions,
            DispatchMetrics metrics) {}

    public Dispatcher(Surroundings around, DispatchSettings settings, HttpSettings httpSettings) {
        this(around, settings, new HttpSender(httpSettings), new Clocks(Clock.systemUTC(), System::nanoTime));
    }

    Dispatcher(Surroundings around, DispatchSettings settings, HttpSender http, Clocks clocks) {
        this.attempts = around.attempts();
        this.consumers = around.consumers();
        this.http = http;
        this.credentials = around.credentials();
        this.partitionCount = around.partitions();
        Slots slots = new Slots(settings.maxCalls(), settings.maxCallsPerSender());
        Cooldowns cooldowns =
                new Cooldowns(settings.chatThenBot() ? Cooldowns.Scope.CHAT_THEN_BOT : Cooldowns.Scope.BOT);
        ResultPublisher publisher = new ResultPublisher(around.results(), around.producers(), clocks.nanos());
        CallReports reports = new CallReports(
                publisher,
                cooldowns,
                slots,
                clocks,
                settings.freshness(),
                settings.unspecifiedFloodPause(),
                around.metrics());
        CallMaker calls = new CallMaker(around.channels(), around.apiUrls(), around.credentials(), http, reports);
        Holds holds = new Holds(
                clocks,
                Executors.newSingleThreadScheduledExecutor(HttpSender.daemon("dispatch-holds")),
                reports,
                taken -> calls.start(taken.granted(), taken.tenure(), taken.committedNanos()));
        this.context = new DispatchContext(
                settings, clocks, slots, cooldowns, publisher, reports, calls, holds, around.metrics());
        this.lastTurn = clocks.now();
    }

    /** Shows the connections as metrics. */
    public void bindTo(MeterRegistry registry) {
        http.bindTo(registry);
    }

    public void start() {
        context.publisher().start();
        thread.start();
    }

    private void run() {
        try {
            while (!stopping) {
                serve();
            }
            ended.complete(null);
        } catch (FencedInstanceIdException e) {
            ended.completeExceptionally(KafkaClients.instanceIdTaken());
        } catch (RuntimeException | Error e) {
            ended.completeExceptionally(e);
        }
    }

    /** Works with one consumer, until the process stops or the consumer is of no use any more. */
    private void serve() {
        Desks desks = new Desks();
        Consumer<byte[], byte[]> consumer = consumers.get();
        Clocks clocks = context.clocks();
        DispatchLoop loop = new DispatchLoop(
                attempts,
                consumer,
                desks,
                new Opening(attempts, desks, context.publisher(), clocks, UUID::randomUUID),
                new Beats(desks, context.slots(), context.publisher()),
                new CredentialNews(credentials, partitionCount, desks, context.publisher()),
                context);
        ClockWatch watch = new ClockWatch(clocks.wallNow(), clocks.now());
        boolean stepped = false;
        try {
            loop.subscribe();
            while (!stopping && !stepped) {
                loop.turn();
                lastTurn = clocks.now();
                assigned = loop.isAssigned();
                partitions = desks.all().size();
                stepped = watch.stepped(clocks.wallNow(), clocks.now());
            }
            if (stepped) {
                log.warn("the wall clock was set; Kafka's clients are made anew");
                context.publisher().renew();
            }
        } finally {
            // tells the listener that the partitions are revoked; should it not come to that, they are no longer ours
            close(consumer, stepped ? Duration.ZERO : LEAVE);
            desks.endAll();
            partitions = 0;
        }
    }

    private static void close(Consumer<byte[], byte[]> consumer, Duration within) {
        try {
            consumer.close(CloseOptions.timeout(within));
        } catch (FencedInstanceIdException | AuthorizationException e) {
            log.info("leaving the group: {}", e.toString());
        } catch (KafkaException e) {
            log.warn("leaving the group: {}", e.toString());
        }
    }

    /**
     * Stops in good order: takes nothing more, leaves the group so that another instance goes on, and waits for the answers of
     * what is on the wire and for their results to be stored. A result needs no ownership.
     *
     * @return whether all of it ended before the deadline; what did not is cut off, and reported as unknown
     */
    public boolean drain(Duration deadline) {
        Clocks clocks = context.clocks();
        long end = clocks.now() + deadline.toNanos();
        stopping = true;
        boolean clean = false;
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - clocks.now())));
            while (context.slots().used() > 0 && clocks.now() - end < 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            clean = context.slots().used() == 0 && context.publisher().drain(end) && !thread.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
        return clean;
    }

    @Override
    public void close() {
        stopping = true;
        context.holds().close();
        http.close();
        try {
            thread.join(LEAVE.toMillis());
            if (!context.publisher().drain(context.clocks().now() + LAST_RESULTS_NANOS)) {
                log.warn("{} results are not stored", context.publisher().pending());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        context.publisher().close();
    }

    /** Completes exceptionally when the process cannot go on; normally after {@link #drain}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    public boolean isAlive() {
        return thread.isAlive();
    }

    /** True once the group has answered, be it with no partition at all. */
    public boolean isAssigned() {
        return assigned;
    }

    /** Partitions held now. */
    public int partitions() {
        return partitions;
    }

    /** Calls open now. */
    public int openCalls() {
        return context.slots().used();
    }

    /** Results that are not stored yet. */
    public int unstoredResults() {
        return context.publisher().pending();
    }

    /** How long the loop has not come round; for the health check. */
    public Duration sinceLastTurn() {
        return Duration.ofNanos(context.clocks().now() - lastTurn);
    }
}
