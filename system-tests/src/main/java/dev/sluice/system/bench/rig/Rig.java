package dev.sluice.system.bench.rig;

import dev.sluice.local.botapi.Simulator;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.botapi.ledger.Keeping;
import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.kafka.TopicState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * What a whole run shares: one broker process and one process of the simulated Bot API. Services come and go, each set of
 * them under a topics prefix of its own, so under a consumer group and topics of its own too.
 */
public final class Rig implements AutoCloseable {
    /** Given to every poller, so that all figures are of one configuration; the idle figure's limit. */
    public static final String POLLER_HEAP = "-Xmx512m";

    /** Given to every sender; the limit of the figures about a large backlog. */
    public static final String SENDER_HEAP = "-Xmx1g";

    /** Of the broker, under the directory of the run. */
    public static final String KAFKA_DIR = "kafka";

    /** Of senders, the same. */
    public static final String STATE_DIR = "state";

    /** A broker as it is deployed: the options of Kafka's own start script, in the place of those of the embedded one. */
    private static final String[] BROKER_JVM = {
        "-XX:-UseSerialGC",
        "-XX:+UseG1GC",
        "-Xms1g",
        "-Xmx1g",
        "-XX:MaxGCPauseMillis=20",
        "-XX:InitiatingHeapOccupancyPercent=35",
        "-XX:+ExplicitGCInvokesConcurrent"
    };

    /** Calls that the ledger keeps: more than any window of one scenario has. */
    private static final int KEEP_CALLS = 200_000;

    private final Path dir;
    private final Optional<Path> profiles;
    private final Map<String, String> settings;
    private final Progress progress;
    private final EmbeddedKafka broker;
    private final Simulator simulator;
    private final Admin admin;

    private Rig(
            Path dir,
            Optional<Path> profiles,
            Map<String, String> settings,
            Progress progress,
            EmbeddedKafka broker,
            Simulator simulator) {
        this.dir = dir;
        this.profiles = profiles;
        this.settings = Map.copyOf(settings);
        this.progress = progress;
        this.broker = broker;
        this.simulator = simulator;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()));
    }

    /**
     * Starts both.
     *
     * @param dir for data and logs, expected to be empty
     * @param profiles where services leave Flight Recorder files, if they are to
     * @param settings that every service gets besides, in their environment form
     */
    public static Rig start(Path dir, Optional<Path> profiles, Map<String, String> settings, Progress progress) {
        progress.say("starting a broker and the simulated Bot API; logs in %s", dir);
        EmbeddedKafka broker =
                EmbeddedKafka.in(dir.resolve(KAFKA_DIR)).jvmOptions(BROKER_JVM).start();
        try {
            Simulator simulator = Simulator.builder()
                    .keep(Keeping.TIMES)
                    .keepCalls(KEEP_CALLS)
                    .heap("1g")
                    .logDirectory(dir)
                    .start();
            return new Rig(dir, profiles, settings, progress, broker, simulator);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    public Progress progress() {
        return progress;
    }

    public SimulatorClient api() {
        return simulator.client();
    }

    public String apiUrl() {
        return simulator.apiUrl();
    }

    public long simulatorPid() {
        return simulator.process().pid();
    }

    public long brokerPid() {
        return broker.process(1).pid();
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    public Admin admin() {
        return admin;
    }

    /** For logs of other children. */
    public Path dir() {
        return dir;
    }

    /** Makes these topics under this prefix, as {@code sluice topics create} does. */
    public void createTopics(String prefix, List<TopicSpec> topics) {
        List<TopicState> states = new TopicAdmin(admin, new Names(prefix), 1).create(topics, Map.of(), false);
        for (TopicState state : states) {
            if (!state.isGood()) {
                throw new IllegalStateException("topic " + state.topic() + ": " + state.detail());
            }
        }
    }

    public TokenDir tokenDir(String name) {
        try {
            return new TokenDir(dir.resolve("tokens-" + name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a token directory", e);
        }
    }

    /**
     * A poller with stock settings, but for the addresses, one replica per topic, and a heap of its own size.
     *
     * @param name of its log and its profile
     */
    public SluiceProcess.Builder poller(String name, String prefix, TokenDir tokens) {
        return service("ingest", name, prefix, tokens, POLLER_HEAP);
    }

    /**
     * A sender, the same way. Its state lies in a directory of the run that belongs to the prefix, so a second one with the
     * same prefix starts on the state of the first.
     */
    public SluiceProcess.Builder sender(String name, String prefix, TokenDir tokens) {
        return service("send", name, prefix, tokens, SENDER_HEAP)
                .set("SLUICE_STATE_DIR", stateDir(prefix).toString());
    }

    /** Where senders of this prefix keep their state. */
    public Path stateDir(String prefix) {
        return dir.resolve(STATE_DIR).resolve(prefix);
    }

    private SluiceProcess.Builder service(String command, String name, String prefix, TokenDir tokens, String heap) {
        List<String> options = new ArrayList<>(List.of(heap));
        profiles.ifPresent(into -> options.add("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
                + into.resolve(name + ".jfr").toAbsolutePath()));
        SluiceProcess.Builder builder = new SluiceProcess.Builder(name, command, dir);
        settings.forEach(builder::set);
        return builder.set("SLUICE_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers())
                .set("SLUICE_TELEGRAM_API_URL", apiUrl())
                .set("SLUICE_TELEGRAM_TOKEN_DIR", tokens.path().toString())
                .set("SLUICE_TOPICS_PREFIX", prefix)
                .set("SLUICE_TOPICS_REPLICATION_FACTOR", "1")
                .set("SLUICE_MANAGEMENT_BIND", "127.0.0.1")
                .jvmOptions(options);
    }

    /** Waits until the bots' long polls hang, so all is quiet. */
    public void awaitWaiting(Bots bots, Duration deadline) {
        Wait.until("the long polls of " + bots.count() + " bots", deadline, 100, () -> waiting(bots) == bots.count());
    }

    /** How many of these bots have a long poll that hangs. */
    public long waiting(Bots bots) {
        return api().bots().stream()
                .filter(bot -> bots.has(bot.botId()) && bot.polled())
                .count();
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
        simulator.close();
        broker.stop();
    }
}
