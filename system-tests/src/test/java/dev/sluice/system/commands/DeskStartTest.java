package dev.sluice.system.commands;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testbroker.TestBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code sluice desk} answers when it cannot start: one clear line, the last on stderr, and its exit code. */
class DeskStartTest {
    private static TestBroker kafka;

    @TempDir
    Path dir;

    private final Map<String, String> environment = goodSettings();

    @BeforeAll
    static void start() throws Exception {
        kafka = TestBroker.start(Map.of());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void boundForAllWithoutAToken() {
        environment.put("SLUICE_DESK_BIND", "0.0.0.0");

        assertRefused(2, "sluice: sluice.desk.token-file: is not set while the desk is bound to 0.0.0.0");
    }

    @Test
    void aTokenThatIsTooShort() throws Exception {
        Path file = Files.writeString(dir.resolve("token"), "short-secret");
        environment.put("SLUICE_DESK_TOKEN_FILE", file.toString());

        Ran ran = assertRefused(2, "sluice: SLUICE_DESK_TOKEN_FILE: '" + file + "' holds no token; wants 16");
        assertFalse(
                ran.err().toString().contains("short-secret"), () -> ran.err().toString());
    }

    @Test
    void aTakenPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            environment.put("SLUICE_DESK_PORT", Integer.toString(taken.getLocalPort()));

            assertRefused(5, "sluice: sluice.desk.port: " + taken.getLocalPort() + " is taken on 127.0.0.1");
        }
    }

    @Test
    void aKafkaThatIsNotThere() {
        environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1");
        environment.put("SLUICE_STARTUP_TIMEOUT", "1s");

        assertRefused(3, "sluice: kafka: no answer from 127.0.0.1:1 within 1000 ms");
    }

    @Test
    void topicsThatAreMissing() {
        Ran ran = assertRefused(4, "sluice: topics: deskstart.outbound.lanes is missing");
        assertFalse(ran.lastErr().contains("requests"), "only those that it uses: " + ran.lastErr());
    }

    /** With topics in place it would start. */
    private static Map<String, String> goodSettings() {
        return new HashMap<>(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers(),
                "SLUICE_TOPICS_REPLICATION_FACTOR", "1",
                "SLUICE_TOPICS_PREFIX", "deskstart.",
                "SLUICE_STARTUP_TIMEOUT", "60s",
                "SLUICE_MANAGEMENT_BIND", "127.0.0.1",
                "SLUICE_MANAGEMENT_PORT", "0",
                "SLUICE_DESK_PORT", "0"));
    }

    private Ran assertRefused(int exitCode, String line) {
        Ran ran = Ran.sluice(environment, "desk");
        assertAll(
                () -> assertEquals(exitCode, ran.exitCode(), ran.lastErr()),
                () -> assertTrue(ran.lastErr().startsWith(line), ran.lastErr()));
        return ran;
    }
}
