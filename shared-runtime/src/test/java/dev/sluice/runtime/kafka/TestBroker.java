package dev.sluice.runtime.kafka;

import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One Kafka node inside the tests' JVM. Anonymous clients of its first listener may do everything; on the second one, users
 * {@code admin} and {@code nobody} log in by SASL with their name as the password, and {@code nobody} may do nothing.
 */
final class TestBroker implements AutoCloseable {
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final KafkaRaftServer server;
    private final Path dir;
    private final String servers;
    private final String saslServers;

    private TestBroker(KafkaRaftServer server, Path dir, String servers, String saslServers) {
        this.server = server;
        this.dir = dir;
        this.servers = servers;
        this.saslServers = saslServers;
    }

    static TestBroker start(Map<String, String> extra) throws Exception {
        String servers = "localhost:" + freePort();
        String saslServers = "localhost:" + freePort();
        String controller = "localhost:" + freePort();
        Path dir = Files.createTempDirectory("sluice-test-broker");
        Map<String, String> p = new HashMap<>();
        p.put("node.id", "1");
        p.put("process.roles", "broker,controller");
        p.put("controller.quorum.voters", "1@" + controller);
        p.put("controller.listener.names", "CONTROLLER");
        p.put("listeners", "PLAINTEXT://" + servers + ",SASL://" + saslServers + ",CONTROLLER://" + controller);
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,SASL:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("sasl.enabled.mechanisms", "PLAIN");
        p.put("listener.name.sasl.plain.sasl.jaas.config", LOGIN + " user_admin=\"admin\" user_nobody=\"nobody\";");
        p.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        p.put("super.users", "User:ANONYMOUS;User:admin");
        p.put("log.dirs", dir.toString());
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            p.put(topic + ".replication.factor", "1");
        }
        p.put("transaction.state.log.min.isr", "1");
        p.put("offsets.topic.num.partitions", "2");
        p.put("transaction.state.log.num.partitions", "2");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("auto.create.topics.enable", "true"); // so that a test can tell that we are not the cause of one
        p.put("log.cleaner.backoff.ms", "100");
        p.put("log.cleaner.dedupe.buffer.size", "4194304");
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200");
        p.putAll(extra);
        KafkaConfig config = new KafkaConfig(p, false);
        new Formatter()
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setDirectories(config.logDirs())
                .setMetadataLogDirectory(config.metadataLogDir())
                .setControllerListenerName("CONTROLLER")
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .run();
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        server.startup();
        return new TestBroker(server, dir, servers, saslServers);
    }

    String servers() {
        return servers;
    }

    /** Settings of an anonymous client. */
    Settings settings(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.putIfAbsent("SLUICE_KAFKA_BOOTSTRAP_SERVERS", servers);
        return Settings.load(environment, List.of(), CommonSettings.ALL);
    }

    /** Settings of a client that logs in. */
    Settings saslSettings(String user, String password) {
        return settings(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                saslServers,
                "SLUICE_KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM",
                "PLAIN",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                LOGIN + " username=\"" + user + "\" password=\"" + password + "\";"));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        server.shutdown();
        server.awaitShutdown();
        try (var files = Files.walk(dir)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(f -> f.toFile().delete());
        }
    }
}
