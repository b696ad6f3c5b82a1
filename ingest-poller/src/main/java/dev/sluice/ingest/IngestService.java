package dev.sluice.ingest;

import dev.sluice.ingest.shard.LoopsAlive;
import dev.sluice.ingest.shard.ShardAssembly;
import dev.sluice.ingest.shard.ShardOwnership;
import dev.sluice.ingest.shard.ShardsReady;
import dev.sluice.ingest.telegram.BodyBudget;
import dev.sluice.ingest.telegram.BotApi;
import dev.sluice.ingest.telegram.BotApiSettings;
import dev.sluice.model.Names;
import dev.sluice.runtime.acl.AclPreflight;
import dev.sluice.runtime.acl.Denied;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.KafkaReachable;
import dev.sluice.runtime.kafka.KafkaStart;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.lag.LagWatch;
import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.lifecycle.Opened;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.management.Health;
import dev.sluice.runtime.management.ManagementServer;
import dev.sluice.runtime.management.MetricsRegistry;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TokenStore;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The poller, put together: settings, Kafka, topics, tokens, the Bot API client, the management port and the shards. It
 * starts whole or not at all.
 */
public final class IngestService implements Service {
    private static final Logger log = LoggerFactory.getLogger(IngestService.class);

    /**
     * The part of the heap that response bodies may fill. A stored batch exists about three times for a moment: the body, the
     * record values cut from it, and the producer's copy.
     */
    private static final double BODY_SHARE = 0.2;

    /** Two of the largest answers; below this a small heap could not take even one. */
    private static final long LEAST_BODY_BYTES = 16L * 1024 * 1024;

    /** What is left of the shutdown timeout for leaving the group and closing, once the owners have drained. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Settings settings;
    private final String instance;
    private final Clock clock;
    private final Health health = new Health();
    private final Opened opened = new Opened();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable ShardOwnership ownership;
    private volatile @Nullable ManagementServer management;

    /**
     * @param settings loaded with {@link IngestSettings#ALL} and {@link CommonSettings#ALL} among the known ones
     * @param instance names this process in records and events
     */
    public IngestService(Settings settings, String instance, Clock clock) {
        this.settings = settings;
        this.instance = instance;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "ingest";
    }

    @Override
    public void start() {
        health.become(LifecycleState.STARTING);
        IngestSettings ingest = IngestSettings.from(settings);
        Names names = new Names(settings.get(CommonSettings.TOPICS_PREFIX));
        TokenStore tokens = opened.add(ingest.openTokens(clock));
        PrometheusMeterRegistry registry = MetricsRegistry.create(name());
        opened.add(registry::close);
        health.bindTo(registry);
        tokens.bindTo(registry);
        // The port comes before Kafka, so that a start that waits for Kafka can be looked at.
        ManagementServer server = opened.add(new ManagementServer(
                settings.get(CommonSettings.MANAGEMENT_BIND),
                settings.get(IngestSettings.MANAGEMENT_PORT),
                health,
                registry));
        management = server;
        KafkaClients clients = new KafkaClients(settings, registry);
        Admin admin = opened.add(clients.admin());
        KafkaStart.await(admin, settings);
        new AclPreflight(admin).require(IngestNeeds.of(names));
        int shards = requireTopics(clients, admin, names);
        ScheduledExecutorService timer = opened.timer("ingest-timer");
        IngestMetrics metrics = new IngestMetrics(registry);
        BodyBudget bodies = new BodyBudget(
                Math.max(LEAST_BODY_BYTES, (long) (Runtime.getRuntime().maxMemory() * BODY_SHARE)));
        metrics.bodies(bodies);
        BotApi api = opened.add(
                new BotApi(BotApiSettings.of(ingest.apiUrl(), ingest.allowedUpdates()), bodies, clock, timer));
        api.bindTo(registry);
        ShardAssembly assembly =
                new ShardAssembly(shards, names, instance, ingest, clients, admin, api, metrics, tokens, clock);
        ShardOwnership shardOwnership = opened.add(assembly.join(settings.find(CommonSettings.INSTANCE_ID)));
        ownership = shardOwnership;
        health.live(new LoopsAlive(shardOwnership))
                .ready(KafkaReachable.watch(admin, timer))
                .ready(new ShardsReady(shardOwnership));
        shardOwnership.ended().whenComplete((ok, fault) -> {
            if (fault != null) {
                ended.completeExceptionally(inWords(fault));
            }
        });
        tokens.watch();
        shardOwnership.start();
        opened.add(LagWatch.start(
                List.of(names.group(ShardAssembly.GROUP)),
                settings.get(CommonSettings.LAG_GROUPS),
                admin,
                clients,
                registry));
        health.become(LifecycleState.RUNNING);
        log.info(
                "instance {}: {} bots known, {} shards in all, management at port {}",
                instance,
                tokens.snapshot().size(),
                shards,
                server.port());
    }

    /** Checks the topics of ingest, and returns the number of shards. */
    private int requireTopics(KafkaClients clients, Admin admin, Names names) {
        TopicAdmin topics = new TopicAdmin(admin, names, settings.get(CommonSettings.REPLICATION_FACTOR));
        ShardCount shardCount = new ShardCount(clients, admin, names);
        try {
            return shardCount.require(topics, clock.instant(), instance);
        } catch (AuthorizationException e) {
            throw Denied.inWords(e);
        }
    }

    private static Throwable inWords(Throwable fault) {
        Throwable own = fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
        return own instanceof AuthorizationException denied ? Denied.inWords(denied) : own;
    }

    @Override
    public boolean drain(Duration deadline) {
        health.become(LifecycleState.DRAINING);
        ShardOwnership owners = ownership;
        boolean clean = owners == null || owners.drain(deadline.minus(CLOSING));
        clean &= opened.close();
        health.become(clean ? LifecycleState.STOPPED : LifecycleState.FAILED);
        return clean;
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** The port of {@code /healthy}, {@code /ready} and {@code /metrics}, once started. */
    public int managementPort() {
        return Objects.requireNonNull(management, "not started").port();
    }
}
