package dev.sluice.system.harness;

import dev.sluice.local.botapi.BotStats;
import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.system.check.ApiLedger;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.proxy.KafkaFaultProxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/**
 * Everything around the pollers: Kafka behind the fault proxy, with the poller's topics, and the simulated Bot API.
 *
 * <p>It stands for many runs. Each run takes bots of its own, so that what it finds is its own doing.
 */
public final class SystemStack implements AutoCloseable {
    private static final Names NAMES = new Names("");

    /** Checkpoints are compacted within minutes of load; the audits want to see them all. */
    private static final String HOLD_COMPACTION = "10800000";

    private final Path dir;
    private final KafkaFaultProxy proxy;
    private final EmbeddedKafka kafka;
    private final Simulator simulator;
    private long nextBot = 110_001;

    private SystemStack(
            Path dir, int nodes, Map<String, String> brokerSettings, List<TopicSpec> topics, int keepCalls) {
        this.dir = dir;
        proxy = KafkaFaultProxy.listen(nodes);
        EmbeddedKafka.Builder builder = EmbeddedKafka.in(dir.resolve("kafka"))
                .nodes(nodes)
                .setting("log.cleaner.min.compaction.lag.ms", HOLD_COMPACTION)
                .proxiedAt(proxy.addresses());
        brokerSettings.forEach(builder::setting);
        kafka = builder.start();
        IntStream.rangeClosed(1, nodes).forEach(node -> proxy.forward(node, kafka.proxiedPort(node)));
        simulator = Simulator.builder()
                .logDirectory(dir.resolve("logs"))
                .heap("1g")
                .keepCalls(keepCalls)
                .start();
        createTopics(nodes, topics);
    }

    /** Starts one node or three, with broker settings that replace the usual ones. */
    public static SystemStack start(Path dir, int nodes, Map<String, String> brokerSettings) {
        return new SystemStack(dir, nodes, brokerSettings, Topics.ownedByIngest(), 0);
    }

    /** The same with these topics, and an API that keeps so many calls in its ledger. */
    static SystemStack start(
            Path dir, int nodes, Map<String, String> brokerSettings, List<TopicSpec> topics, int keepCalls) {
        return new SystemStack(dir, nodes, brokerSettings, topics, keepCalls);
    }

    public KafkaFaultProxy proxy() {
        return proxy;
    }

    public EmbeddedKafka kafka() {
        return kafka;
    }

    /** Steers the simulated Bot API. */
    public SimulatorClient api() {
        return simulator.client();
    }

    public Simulator simulator() {
        return simulator;
    }

    /** Where the processes write standard output and standard error. */
    public Path logs() {
        return dir.resolve("logs");
    }

    /** The log directories of all nodes. */
    public List<Path> brokerData() {
        return IntStream.rangeClosed(1, kafka.nodes())
                .mapToObj(node -> dir.resolve("kafka/node-" + node + "/data"))
                .toList();
    }

    /** Bots that nobody has used yet. */
    public List<Long> freshBots(int count) {
        List<Long> bots = LongStream.range(nextBot, nextBot + count).boxed().toList();
        simulator.client().registerBots(nextBot, count);
        nextBot += count;
        return bots;
    }

    /** Tokens of all bots that were ever used. */
    public List<String> tokens() {
        return LongStream.range(110_001, nextBot)
                .mapToObj(SimulatedTokens::tokenOf)
                .toList();
    }

    /** A poller of these bots that reaches Kafka through the proxy and logs everything. */
    public PollerProcess.Builder poller(String name, Collection<Long> bots) {
        return poller(name).with("sluice.telegram.tokens", tokensOf(bots));
    }

    /** As a list setting takes them. */
    static String tokensOf(Collection<Long> bots) {
        return bots.stream().map(SimulatedTokens::tokenOf).collect(Collectors.joining(","));
    }

    /** The same with a directory that holds the tokens. */
    public PollerProcess.Builder poller(String name, Path tokenDir) {
        return poller(name).with("sluice.telegram.token-dir", tokenDir.toString());
    }

    private PollerProcess.Builder poller(String name) {
        return surrounded(new PollerProcess.Builder(name, logs())).with("sluice.ingest.poll-timeout", "10s");
    }

    /** What every service of this stack is told: it reaches Kafka through the proxy, and logs everything. */
    <B extends ServiceProcess.Builder<?, B>> B surrounded(B builder) {
        return builder.with("sluice.kafka.bootstrap.servers", kafka.proxiedServers())
                .with("sluice.topics.replication-factor", kafka.nodes() == 3 ? "3" : "1")
                .with("sluice.telegram.api-url", simulator.apiUrl())
                .with("sluice.log.level", "DEBUG");
    }

    /** What the API says of these bots. */
    public ApiLedger ledger(Collection<Long> bots) {
        Set<Long> wanted = Set.copyOf(bots);
        var summaries = simulator.client().sequences().stream()
                .filter(s -> wanted.contains(s.botId()))
                .toList();
        List<LedgerPush> pushes = new ArrayList<>();
        for (long bot : bots) {
            try (Stream<LedgerPush> lines = simulator.client().pushes(bot, false)) {
                lines.forEach(pushes::add);
            }
        }
        return new ApiLedger(summaries, pushes);
    }

    /** Figures of these bots at the API. */
    public List<BotStats> botStats(Collection<Long> bots) {
        Set<Long> wanted = Set.copyOf(bots);
        return simulator.client().bots().stream()
                .filter(b -> wanted.contains(b.botId()))
                .toList();
    }

    /** Whether all these bots have a long poll that hangs, with everything before it confirmed. */
    public boolean isDrained(Collection<Long> bots) {
        // not confirmed == generated: in a long recovery, queries that live for 30 s expire
        return botStats(bots).stream().allMatch(b -> b.pending() == 0 && b.polled());
    }

    /** A reader of all the poller's topics that goes past the proxy. */
    public CommittedReader reader() {
        List<String> topics = Topics.ownedByIngest().stream().map(NAMES::topic).toList();
        return new CommittedReader(kafka.bootstrapServers(), topic(Topics.UPDATES), topics);
    }

    /** The full name of a topic. */
    public static String topic(TopicSpec spec) {
        return NAMES.topic(spec);
    }

    @Override
    public void close() {
        simulator.close();
        kafka.close();
        proxy.close();
    }

    private void createTopics(int nodes, List<TopicSpec> topics) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            var unused = new TopicAdmin(admin, NAMES, nodes == 3 ? 3 : 1).create(topics, Map.of(), false);
        }
    }
}
