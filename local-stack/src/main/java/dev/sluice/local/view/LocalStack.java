package dev.sluice.local.view;

import dev.sluice.cli.AllSettings;
import dev.sluice.cli.Cluster;
import dev.sluice.cli.TopicCatalogue;
import dev.sluice.ingest.IngestSettings;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.local.broker.Ports;
import dev.sluice.runtime.kafka.TopicState;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TelegramSettings;
import dev.sluice.runtime.token.TokenStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The processes behind {@code sluice local}: a broker and a simulated Bot API, unless real ones are used, and then the
 * poller and the sender. Stopped in the opposite order.
 */
final class LocalStack implements AutoCloseable {
    private static final int KAFKA_PORT = 9092;
    private static final int API_PORT = 8081;
    private static final int DESK_PORT = 8400;
    private static final int INGEST_PORT = 8401;
    private static final int SEND_PORT = 8402;

    /** A busy machine must not fence the only broker (docs/decisions/020). */
    private static final String BROKER_SESSION_MS = "15000";

    /** What belongs to this process alone and is no setting. */
    private static final List<String> NOT_PASSED_ON = List.of("SLUICE_HOME", "SLUICE_JAVA_OPTS");

    private final LocalPlan plan;
    private final StateDir dir;
    private final Map<String, String> environment = new TreeMap<>();
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final List<ServiceChild> services = new ArrayList<>();

    LocalStack(LocalPlan plan, StateDir dir, Map<String, String> environment) {
        this.plan = plan;
        this.dir = dir;
        environment.forEach((key, value) -> {
            if (key.startsWith("SLUICE_") && !NOT_PASSED_ON.contains(key)) {
                this.environment.put(key, value);
            }
        });
        this.environment.put("SLUICE_TOPICS_PREFIX", plan.prefix());
        this.environment.put("SLUICE_TOPICS_REPLICATION_FACTOR", Integer.toString(plan.replicationFactor()));
        this.environment.putIfAbsent("SLUICE_INSTANCE_ID", "local");
    }

    /** Starts the broker and makes the topics. */
    void startKafka() {
        if (plan.cluster().isEmpty()) {
            EmbeddedKafka kafka = EmbeddedKafka.in(dir.kafka())
                    .port(Ports.freeFrom(KAFKA_PORT))
                    .logDirectory(dir.logs())
                    .setting("broker.session.timeout.ms", BROKER_SESSION_MS)
                    .start();
            running.push(kafka::stop);
            environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
        }
        createTopics();
    }

    /** Starts the simulated Bot API with its bots; nothing when the real one is used. */
    Optional<SimulatedBots> startApi() {
        if (plan.realApi()) {
            return Optional.empty();
        }
        List<Long> bots = SimulatedBots.ids(plan.options().bots());
        Simulator started = Simulator.builder()
                .port(Ports.freeFrom(API_PORT))
                .bots(bots.get(0), bots.size())
                .logDirectory(dir.logs())
                .start();
        running.push(started);
        SimulatedBots.writeTokens(bots, dir.tokens());
        environment.put("SLUICE_TELEGRAM_API_URL", started.apiUrl());
        environment.put("SLUICE_TELEGRAM_TOKEN_DIR", dir.tokens().toString());
        return Optional.of(new SimulatedBots(started.client(), bots));
    }

    /** Starts the poller, and the sender when something is to be sent, and waits until they are ready; the poller first. */
    List<ServiceChild> startServices() {
        int port = Ports.freeFrom(INGEST_PORT);
        start("ingest", port);
        if (plan.echo()) {
            environment.putIfAbsent("SLUICE_DESK_PORT", Integer.toString(Ports.freeFrom(DESK_PORT)));
            start("send", Ports.freeFrom(Math.max(SEND_PORT, port + 1)));
        }
        services.forEach(ServiceChild::awaitReady);
        return List.copyOf(services);
    }

    private void start(String command, int port) {
        ServiceChild started = ServiceChild.start(command, environment, port, dir.logs());
        running.push(started);
        services.add(started);
    }

    /** The settings that the services run with. */
    Settings settings() {
        return Settings.load(environment, List.of(), AllSettings.list(), AllSettings.FAMILIES);
    }

    /** The bots whose tokens the settings have. */
    List<Long> realBots() {
        try (TokenStore tokens = IngestSettings.from(settings()).openTokens(Clock.systemUTC())) {
            return tokens.snapshot().keySet().stream().sorted().toList();
        }
    }

    Places places() {
        return new Places(
                settings().get(TelegramSettings.API_URL).toString(),
                String.join(",", settings().get(CommonSettings.BOOTSTRAP_SERVERS)),
                management(0),
                management(1),
                dir.logs().toString());
    }

    private String management(int service) {
        return service < services.size() ? services.get(service).management() : Places.NONE;
    }

    private void createTopics() {
        try (Cluster cluster = Cluster.of(settings())) {
            // local state belongs to the cluster that it mirrors
            environment.put(
                    "SLUICE_STATE_DIR", dir.state().resolve(cluster.id()).toString());
            String bad = new TopicCatalogue(cluster)
                    .create(Map.of(), false, Instant.now()).stream()
                            .filter(state -> !state.isGood())
                            .map(TopicState::row)
                            .collect(Collectors.joining("; "));
            if (!bad.isEmpty()) {
                throw new StartFailure(ExitCode.TOPICS, "topics", bad + "; wants other topics, or --fresh");
            }
        }
    }

    /** Stops everything that runs. */
    @Override
    public void close() {
        while (!running.isEmpty()) {
            try {
                running.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("a process of the local stack does not stop", e);
            }
        }
    }
}
