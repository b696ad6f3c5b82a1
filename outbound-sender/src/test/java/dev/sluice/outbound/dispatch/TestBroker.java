package dev.sluice.outbound.dispatch;

import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** One Kafka node inside the tests' JVM. */
final class TestBroker implements AutoCloseable {
    private final KafkaRaftServer server;
    private final String address;

    private TestBroker(KafkaRaftServer server, String address) {
        this.server = server;
        this.address = address;
    }

    static TestBroker start(Path dir) throws IOException {
        String address = "localhost:" + freePort();
        String controller = "localhost:" + freePort();
        Map<String, String> p = new HashMap<>();
        p.put("node.id", "1");
        p.put("process.roles", "broker,controller");
        p.put("controller.quorum.voters", "1@" + controller);
        p.put("controller.listener.names", "CONTROLLER");
        p.put("listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller);
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("log.dirs", dir.toString());
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            p.put(topic + ".replication.factor", "1");
        }
        p.put("transaction.state.log.min.isr", "1");
        p.put("offsets.topic.num.partitions", "2");
        p.put("transaction.state.log.num.partitions", "2");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("auto.create.topics.enable", "false");
        p.put("log.cleaner.dedupe.buffer.size", "4194304");
        KafkaConfig config = new KafkaConfig(p, false);
        try {
            new Formatter()
                    .setNodeId(1)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setDirectories(config.logDirs())
                    .setMetadataLogDirectory(config.metadataLogDir())
                    .setControllerListenerName("CONTROLLER")
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                    .run();
        } catch (Exception e) {
            throw new IOException("the broker's directory could not be formatted", e);
        }
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        server.startup();
        return new TestBroker(server, address);
    }

    Settings settings() {
        return Settings.load(Map.of("SLUICE_KAFKA_BOOTSTRAP_SERVERS", address), List.of(), CommonSettings.ALL);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
