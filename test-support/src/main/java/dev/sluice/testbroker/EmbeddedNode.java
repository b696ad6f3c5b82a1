package dev.sluice.testbroker;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** The node inside this JVM. */
final class EmbeddedNode {
    private EmbeddedNode() {}

    /** Returns what stops it. */
    static Runnable start(Map<String, String> properties) throws Exception {
        Path dir = Files.createTempDirectory("sluice-test-broker");
        Map<String, String> p = new HashMap<>(properties);
        p.put("log.dirs", dir.toString());
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
        return () -> {
            server.shutdown();
            server.awaitShutdown();
            delete(dir);
        };
    }

    private static void delete(Path dir) {
        try (var files = Files.walk(dir)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + dir, e);
        }
    }
}
