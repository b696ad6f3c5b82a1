package dev.sluice.local.broker;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One Kafka node as a process: formats its directory when that is new, serves, and stops cleanly on SIGTERM.
 *
 * <p>Arguments: the broker properties file, the cluster id, the {@code host:port} that clients use. It prints {@code ready
 * <host:port>} once the node answers on that address, is part of the cluster and lists topics.
 */
public final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] args) throws Exception {
        KafkaConfig config = new KafkaConfig(load(Path.of(args[0])), false);
        format(config, args[1]);
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "broker-stop"));
        server.startup();
        awaitServing(config.nodeId(), args[2]);
        System.out.println("ready " + args[2]);
        server.awaitShutdown();
    }

    private static Properties load(Path file) throws Exception {
        Properties properties = new Properties();
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        }
        return properties;
    }

    private static void format(KafkaConfig config, String clusterId) throws Exception {
        List<String> dirs = config.logDirs();
        new Formatter()
                .setNodeId(config.nodeId())
                .setClusterId(clusterId)
                .setDirectories(dirs)
                .setMetadataLogDirectory(config.metadataLogDir())
                .setControllerListenerName(NodeConfig.CONTROLLER)
                .setIgnoreFormatted(true)
                .setPrintStream(System.err)
                .run();
    }

    /** Returns when this node is one of the live ones that it names itself. */
    private static void awaitServing(int nodeId, String address) throws InterruptedException {
        Map<String, Object> settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address,
                AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, 20,
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 50);
        try (Admin admin = Admin.create(settings)) {
            while (!serves(admin, nodeId)) {
                Thread.sleep(20);
            }
        }
    }

    private static boolean serves(Admin admin, int nodeId) throws InterruptedException {
        try {
            boolean known = admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).stream()
                    .anyMatch(node -> node.id() == nodeId);
            var unused = admin.listTopics().names().get(2, TimeUnit.SECONDS);
            return known;
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            return false;
        }
    }

    /** A signal's exit code would be 143 whatever is done here; halting makes a clean stop 0. */
    private static void stop(KafkaRaftServer server) {
        server.shutdown();
        server.awaitShutdown();
        Runtime.getRuntime().halt(0);
    }
}
