package dev.sluice.outbound.desk;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.outbound.desk.feed.DeskTopics;
import dev.sluice.runtime.acl.AclPreflight;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.KafkaReachable;
import dev.sluice.runtime.kafka.KafkaStart;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.lifecycle.Opened;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.Health;
import dev.sluice.runtime.management.HealthCheck;
import dev.sluice.runtime.management.ManagementServer;
import dev.sluice.runtime.management.MetricsRegistry;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The desk in a process of its own, for whoever does not want its port, its memory or its people at a sender. */
public final class DeskService implements Service {
    private static final Logger log = LoggerFactory.getLogger(DeskService.class);

    private final Settings settings;
    private final String instance;
    private final String version;
    private final Clock clock;
    private final Health health = new Health();
    private final Opened opened = new Opened();
    private volatile @Nullable Desk desk;
    private volatile @Nullable ManagementServer management;

    /**
     * @param settings loaded with {@link DeskSettings} and {@link CommonSettings} among the known ones
     * @param instance names this process on the page and in the log
     * @param version of Sluice, for the page
     */
    public DeskService(Settings settings, String instance, String version, Clock clock) {
        this.settings = settings;
        this.instance = instance;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "desk";
    }

    @Override
    public void start() {
        health.become(LifecycleState.STARTING);
        PrometheusMeterRegistry registry = MetricsRegistry.create(name());
        opened.add(registry::close);
        health.bindTo(registry);
        ManagementServer server = opened.add(new ManagementServer(
                settings.get(CommonSettings.MANAGEMENT_BIND),
                settings.get(DeskSettings.MANAGEMENT_PORT),
                health,
                registry));
        management = server;
        KafkaClients clients = new KafkaClients(settings, registry);
        Desk made = new Desk(settings, clients, registry, instance, version, clock);
        desk = made;
        Admin admin = opened.add(clients.admin());
        KafkaStart.await(admin, settings);
        new AclPreflight(admin).require(DeskNeeds.alone(new Names(settings.get(CommonSettings.TOPICS_PREFIX))));
        requireTopics(admin);
        made.start(admin);
        health.live(HealthCheck.of("feed", () -> CheckResult.of(made.isAlive(), made.text())))
                .ready(KafkaReachable.watch(admin, opened.timer("desk-timer")))
                .ready(HealthCheck.of("desk", () -> CheckResult.of(made.isReady(), made.text())));
        health.become(LifecycleState.RUNNING);
        log.info("instance {}: desk at port {}, management at port {}", instance, made.port(), server.port());
    }

    /** With whatever partitions they were made. */
    private void requireTopics(Admin admin) {
        TopicAdmin topics = new TopicAdmin(
                admin,
                new Names(settings.get(CommonSettings.TOPICS_PREFIX)),
                settings.get(CommonSettings.REPLICATION_FACTOR));
        Map<String, Integer> partitions = new HashMap<>();
        for (TopicSpec topic : DeskTopics.ALL) {
            topics.partitionsOf(topic).ifPresent(has -> partitions.put(topic.name(), has));
        }
        topics.require(DeskTopics.ALL, partitions);
    }

    @Override
    public boolean drain(Duration deadline) {
        health.become(LifecycleState.DRAINING);
        Desk own = desk;
        if (own != null) {
            own.close(); // before what it reads with
        }
        boolean clean = opened.close();
        health.become(clean ? LifecycleState.STOPPED : LifecycleState.FAILED);
        return clean;
    }

    /** The desk's port, once started. */
    public int port() {
        return Objects.requireNonNull(desk, "not started").port();
    }

    /** The port of {@code /healthy}, {@code /ready} and {@code /metrics}, once started. */
    public int managementPort() {
        return Objects.requireNonNull(management, "not started").port();
    }
}
