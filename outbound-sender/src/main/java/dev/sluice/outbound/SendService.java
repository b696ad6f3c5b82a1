package dev.sluice.outbound;

import dev.sluice.model.Names;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.contract.MethodWeights;
import dev.sluice.outbound.contract.TelegramChannel;
import dev.sluice.outbound.desk.Desk;
import dev.sluice.outbound.desk.DeskNeeds;
import dev.sluice.outbound.desk.DeskSettings;
import dev.sluice.outbound.dispatch.Dispatcher;
import dev.sluice.outbound.topology.GateStreams;
import dev.sluice.outbound.topology.TaskBoard;
import dev.sluice.runtime.acl.AclPreflight;
import dev.sluice.runtime.acl.Denied;
import dev.sluice.runtime.kafka.ClientRefusal;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.KafkaReachable;
import dev.sluice.runtime.kafka.KafkaStart;
import dev.sluice.runtime.lag.LagWatch;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.lifecycle.Opened;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.Health;
import dev.sluice.runtime.management.HealthCheck;
import dev.sluice.runtime.management.ManagementServer;
import dev.sluice.runtime.management.MetricsRegistry;
import dev.sluice.runtime.settings.ClientKind;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TelegramSettings;
import dev.sluice.runtime.token.TokenStore;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sender, put together: settings, Kafka, topics, tokens, the gate and the dispatcher, which know nothing of each other. It
 * starts whole or not at all.
 */
public final class SendService implements Service {
    private static final Logger log = LoggerFactory.getLogger(SendService.class);

    /** What the gate and everything else may take to close, once the dispatcher has drained. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Settings settings;
    private final String instance;
    private final String version;
    private final Clock clock;
    private final Health health = new Health();
    private final Opened opened = new Opened();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private @Nullable Dispatcher dispatcher;
    private @Nullable GateStreams gate;
    private volatile @Nullable ManagementServer management;
    private volatile @Nullable Desk desk;

    /**
     * @param settings loaded with {@link OutboundSettings}, {@link DeskSettings}, {@link TelegramSettings} and
     *     {@link CommonSettings} among the known ones
     * @param instance names this process in the log and on the desk
     * @param version of Sluice, for the desk
     */
    public SendService(Settings settings, String instance, String version, Clock clock) {
        this.settings = settings;
        this.instance = instance;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "send";
    }

    @Override
    public void start() {
        health.become(LifecycleState.STARTING);
        TelegramSettings.requireOne(settings);
        GateRules rules = new GateRules(settings);
        MethodWeights weights = GateRules.weights(settings);
        Names names = new Names(settings.get(CommonSettings.TOPICS_PREFIX));
        TokenStore tokens = opened.add(TelegramSettings.open(
                settings.find(TelegramSettings.TOKENS).orElse(List.of()),
                settings.find(TelegramSettings.TOKEN_DIR),
                clock));
        PrometheusMeterRegistry registry = MetricsRegistry.create(name());
        opened.add(registry::close);
        health.bindTo(registry);
        tokens.bindTo(registry);
        // The port comes before Kafka, so that a start that waits for Kafka can be looked at.
        ManagementServer server = opened.add(new ManagementServer(
                settings.get(CommonSettings.MANAGEMENT_BIND),
                settings.get(OutboundSettings.MANAGEMENT_PORT),
                health,
                registry));
        management = server;
        KafkaClients clients = new KafkaClients(settings, registry);
        OutboundSettings.requireOrder(settings);
        StateDir.require(settings);
        Optional<Desk> builtIn = settings.get(DeskSettings.ENABLED)
                ? Optional.of(new Desk(settings, clients, registry, instance, version, clock))
                : Optional.empty();
        desk = builtIn.orElse(null);
        Admin admin = opened.add(clients.admin());
        KafkaStart.await(admin, settings);
        AclPreflight acls = new AclPreflight(admin);
        acls.require(SendNeeds.required(names));
        builtIn.flatMap(own -> acls.denials(DeskNeeds.builtIn(names)))
                .ifPresent(denials -> log.warn("the desk is not whole: Kafka does not allow us {}", denials));
        int partitions = OutboundTopics.require(admin, names, settings.get(CommonSettings.REPLICATION_FACTOR));
        OutboundMetrics metrics = new OutboundMetrics(registry);
        Channels channels = new Channels(List.of(new TelegramChannel(sender -> weights)));
        SendParts parts = new SendParts(settings, names, clients, channels, rules, metrics, clock);
        TaskBoard board = new TaskBoard();
        GateStreams runningGate = parts.gate(partitions, board);
        gate = runningGate;
        Dispatcher runningDispatcher = parts.dispatcher(new TokenCredentials(tokens), partitions);
        dispatcher = runningDispatcher;
        metrics.dispatcher(
                runningDispatcher::openCalls,
                runningDispatcher::unstoredResults,
                runningDispatcher::partitions,
                partitions);
        metrics.gate(runningGate);
        runningDispatcher.bindTo(registry);
        health.live(SendChecks.gateAlive(runningGate))
                .live(SendChecks.dispatcherAlive(runningDispatcher))
                .ready(KafkaReachable.watch(admin, opened.timer("send-timer")))
                .ready(SendChecks.gateReady(runningGate))
                .ready(SendChecks.dispatcherReady(runningDispatcher));
        // its trouble shows here and makes the sender neither dead nor unready: sending does not need it
        builtIn.ifPresent(own -> health.ready(HealthCheck.of("desk", () -> CheckResult.up(own.text()))));
        endWith(runningGate.ended());
        endWith(runningDispatcher.ended());
        tokens.watch();
        begin(runningGate);
        runningDispatcher.start();
        builtIn.ifPresent(own -> own.start(admin));
        opened.add(LagWatch.start(
                SendGroups.all(names), settings.get(CommonSettings.LAG_GROUPS), admin, clients, registry));
        health.become(LifecycleState.RUNNING);
        log.info(
                "instance {}: {} bots known, {} partitions in all, management at port {}, {}",
                instance,
                tokens.snapshot().size(),
                partitions,
                server.port(),
                builtIn.map(own -> "desk at port " + own.port()).orElse("no desk"));
    }

    private void begin(GateStreams gate) {
        try {
            gate.start();
        } catch (AuthorizationException e) {
            throw Denied.inWords(e);
        } catch (RetriableException e) {
            throw new StartFailure(
                    ExitCode.UNREACHABLE,
                    "kafka",
                    "has not stored our first record (" + e.getMessage() + "); wants enough replicas in sync",
                    e);
        } catch (ConfigException e) {
            throw ClientRefusal.of(settings, ClientKind.STREAMS, e);
        } catch (KafkaException e) {
            Optional<StartFailure> client = ClientRefusal.ofInner(settings, e);
            if (client.isPresent()) {
                throw client.get();
            }
            throw e instanceof StreamsException ? StateDir.refused(settings, e) : e;
        }
    }

    private void endWith(CompletionStage<Void> part) {
        part.whenComplete((ok, fault) -> {
            if (fault != null) {
                ended.completeExceptionally(SendChecks.inWords(fault));
            }
        });
    }

    /** The dispatcher first: the gate goes on to read what comes of its last calls, so that a deploy leaves no unknown. */
    @Override
    public boolean drain(Duration deadline) {
        health.become(LifecycleState.DRAINING);
        closeDesk();
        Dispatcher sending = dispatcher;
        boolean clean = sending == null || sending.drain(deadline.minus(CLOSING));
        GateStreams granting = gate;
        clean &= granting == null || granting.drain(CLOSING);
        clean &= opened.close();
        health.become(clean ? LifecycleState.STOPPED : LifecycleState.FAILED);
        return clean;
    }

    private void closeDesk() {
        Desk own = desk;
        if (own != null) {
            try {
                own.close();
            } catch (RuntimeException e) {
                log.warn("closing the desk failed", e);
            }
        }
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** The port of the desk that is built in, once started. */
    public int deskPort() {
        return Objects.requireNonNull(desk, "not started, or without a desk").port();
    }

    /** The port of {@code /healthy}, {@code /ready} and {@code /metrics}, once started. */
    public int managementPort() {
        return Objects.requireNonNull(management, "not started").port();
    }
}
