package dev.sluice.local.broker;

import dev.sluice.local.broker.NodeConfig.NodePorts;
import dev.sluice.local.process.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster of one or three nodes on loopback, each node a process of its own, from the official jars.
 *
 * <p>Everything lies under one directory and is kept: started again on it, the cluster has the same topics and records, on
 * whatever ports it is given. Nodes are named by their ids, 1 to n. A node that was killed recovers its logs when it is
 * started again. A node dies hard with this process: were it to stop cleanly while its clients still commit, a partition
 * that is without a leader by then would lose its transaction markers (docs/decisions/020). Not thread-safe, but for {@link #bootstrapServers()} and {@link #proxiedServers()}.
 */
public final class EmbeddedKafka implements AutoCloseable {
    /** Generous: a start takes two or three seconds, but machines that run tests are busy. */
    private static final Duration START_DEADLINE = Duration.ofSeconds(60);

    private static final Duration STOP_DEADLINE = Duration.ofSeconds(20);

    private final Builder settings;
    private final String clusterId;
    private final List<NodePorts> ports;
    private final Map<Integer, ChildJvm> running = new TreeMap<>();

    private EmbeddedKafka(Builder settings) {
        this.settings = settings;
        clusterId = clusterId(settings.dir);
        ports = settings.ports();
    }

    /** A cluster that lives under this directory. */
    public static Builder in(Path dir) {
        return new Builder(dir);
    }

    /** Addresses for direct clients, all nodes, comma separated. */
    public String bootstrapServers() {
        return nodeIds().map(id -> config(id).clientAddress()).collect(Collectors.joining(","));
    }

    /** What clients of the second listener bootstrap from: the advertised addresses that were given. */
    public String proxiedServers() {
        return String.join(",", settings.proxied);
    }

    /** Where the proxy of this node has to connect to: its second listener. */
    public int proxiedPort(int nodeId) {
        return ports.get(nodeId - 1).proxied();
    }

    public int nodes() {
        return ports.size();
    }

    /** The process of a running node. */
    public ChildJvm process(int nodeId) {
        ChildJvm child = running.get(nodeId);
        if (child == null) {
            throw new IllegalStateException("node " + nodeId + " does not run");
        }
        return child;
    }

    /** SIGKILL for one node. */
    public void killNode(int nodeId) {
        process(nodeId).killHard();
        running.remove(nodeId);
    }

    /** A clean stop of one node: its leaderships move first. */
    public void stopNode(int nodeId) {
        process(nodeId).stop(STOP_DEADLINE);
        running.remove(nodeId);
    }

    /** Starts a stopped or killed node again, on the same ports, and waits until it serves. */
    public void startNode(int nodeId) {
        launch(nodeId);
        awaitReady(nodeId);
    }

    /**
     * Stops all nodes cleanly and kills what does not follow; the data stays. One node takes less than a second, three take
     * some ten: the last one waits for a majority that is gone.
     */
    public void stop() {
        running.values().parallelStream().forEach(child -> child.stop(STOP_DEADLINE));
        running.clear();
    }

    /** Kills what still runs; the data stays and is recovered at the next start. */
    @Override
    public void close() {
        running.values().forEach(ChildJvm::killHard);
        running.clear();
    }

    private void startAll() {
        try {
            nodeIds().forEach(this::launch);
            nodeIds().forEach(this::awaitReady);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void launch(int nodeId) {
        if (running.containsKey(nodeId)) {
            throw new IllegalStateException("node " + nodeId + " runs already");
        }
        NodeConfig config = config(nodeId);
        running.put(
                nodeId,
                ChildJvm.of(BrokerMain.class)
                        .name("broker-" + nodeId)
                        .logDirectory(settings.logDirectory == null ? config.dir() : settings.logDirectory)
                        .jvmOptions(settings.jvmOptions.toArray(String[]::new))
                        .haltsWithParent()
                        .args(write(config).toString(), clusterId, config.clientAddress())
                        .start());
    }

    private void awaitReady(int nodeId) {
        process(nodeId).awaitLine("ready ", START_DEADLINE);
    }

    private Stream<Integer> nodeIds() {
        return IntStream.rangeClosed(1, ports.size()).boxed();
    }

    private NodeConfig config(int nodeId) {
        return new NodeConfig(nodeId, settings.dir.resolve("node-" + nodeId), ports, settings.proxied, settings.extra);
    }

    private static Path write(NodeConfig config) {
        Path file = config.dir().resolve("server.properties");
        try {
            Files.createDirectories(config.dir());
            try (Writer out = Files.newBufferedWriter(file)) {
                config.properties().store(out, null);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Made at the first start and kept beside the data, whose directories carry it too. */
    private static String clusterId(Path dir) {
        Path file = dir.resolve("cluster-id");
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(dir);
                Files.writeString(file, Uuid.randomUuid().toString());
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the cluster id in " + file, e);
        }
    }

    /** How the cluster is to look. */
    public static final class Builder {
        private final Path dir;
        private final Map<String, String> extra = new LinkedHashMap<>();
        private final List<String> jvmOptions = new ArrayList<>(List.of(
                "-Xms128m",
                "-Xmx400m",
                "-XX:+UseSerialGC",
                // the broker sees log4j's API without log4j and would say so on stderr
                "-Dlog4j2.StatusLogger.level=OFF"));
        private List<String> proxied = List.of();
        private @Nullable Path logDirectory;
        private int nodes = 1;
        private int port;

        private Builder(Path dir) {
            this.dir = dir.toAbsolutePath();
        }

        /** One node or three; one unless said. */
        public Builder nodes(int value) {
            if (value != 1 && value != 3) {
                throw new IllegalArgumentException("one node or three, not " + value);
            }
            nodes = value;
            return this;
        }

        /** The client port of node 1; the others, and this one unless said, are whatever is free. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** Where the nodes write their logs; each into its own directory unless said. */
        public Builder logDirectory(Path value) {
            logDirectory = value;
            return this;
        }

        /** A broker property for all nodes. */
        public Builder setting(String key, String value) {
            extra.put(key, value);
            return this;
        }

        /** Opens a second listener on each node, advertised at these addresses ({@code host:port}), one per node. */
        public Builder proxiedAt(List<String> advertised) {
            proxied = List.copyOf(advertised);
            return this;
        }

        /** Options for the JVMs of the nodes, after the usual ones. */
        public Builder jvmOptions(String... values) {
            jvmOptions.addAll(List.of(values));
            return this;
        }

        /**
         * Starts all nodes and waits until they serve.
         *
         * @throws IllegalStateException when a node does not get there; the message has the end of its log
         */
        public EmbeddedKafka start() {
            if (!proxied.isEmpty() && proxied.size() != nodes) {
                throw new IllegalArgumentException("one advertised address per node");
            }
            EmbeddedKafka kafka = new EmbeddedKafka(this);
            kafka.startAll();
            return kafka;
        }

        private List<NodePorts> ports() {
            List<Integer> free = Ports.free(nodes * 3);
            return IntStream.range(0, nodes)
                    .mapToObj(i -> new NodePorts(
                            i == 0 && port != 0 ? port : free.get(3 * i), free.get(3 * i + 1), free.get(3 * i + 2)))
                    .toList();
        }
    }
}
