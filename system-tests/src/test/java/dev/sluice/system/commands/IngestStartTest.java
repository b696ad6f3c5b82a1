package dev.sluice.system.commands;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.testbroker.TestBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code sluice ingest} answers when it cannot start: one clear line, the last on stderr, and its exit code. */
class IngestStartTest {
    private static final String TOKEN = SimulatedTokens.tokenOf(110001);

    private static TestBroker kafka;

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
    void anUnknownSetting() {
        environment.put("SLUICE_INGEST_POLL_TIMOUT", "50s");

        assertRefused(
                2, "sluice: SLUICE_INGEST_POLL_TIMOUT: unknown setting; did you mean SLUICE_INGEST_POLL_TIMEOUT?");
    }

    @Test
    void aSettingOutOfBounds() {
        environment.put("SLUICE_INGEST_POLL_TIMEOUT", "300s");

        assertRefused(2, "sluice: SLUICE_INGEST_POLL_TIMEOUT: '300s' is not accepted; wants a duration");
    }

    @Test
    void noToken() {
        environment.remove("SLUICE_TELEGRAM_TOKENS");

        assertRefused(2, "sluice: sluice.telegram.tokens: is not set and neither is sluice.telegram.token-dir");
    }

    @Test
    void aTokenOfTheWrongShape() {
        environment.put("SLUICE_TELEGRAM_TOKENS", TOKEN + ",110002:short-secret");

        Ran ran = assertRefused(2, "sluice: sluice.telegram.tokens: number 2 is no bot token");
        assertFalse(
                ran.err().toString().contains("short-secret"), () -> ran.err().toString());
    }

    @Test
    void aTakenPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            environment.put("SLUICE_MANAGEMENT_PORT", Integer.toString(taken.getLocalPort()));

            assertRefused(5, "sluice: sluice.management.port: ");
        }
    }

    @Test
    void aKafkaThatIsNotThere() {
        environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1");
        environment.put("SLUICE_STARTUP_TIMEOUT", "1s");

        assertRefused(3, "sluice: kafka: no answer from 127.0.0.1:1 within 1000 ms");
    }

    @Test
    void wrongKafkaCredentials() {
        environment.putAll(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                kafka.saslServers(),
                "SLUICE_KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM",
                "PLAIN",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                TestBroker.jaasConfig("admin", "wrong-password")));

        Ran ran = assertRefused(3, "sluice: kafka: does not accept our credentials");
        assertFalse(
                ran.err().toString().contains("wrong-password"), () -> ran.err().toString());
    }

    @Test
    void topicsThatAreMissingOrWrong() throws Exception {
        assertRefused(4, "sluice: topics: start.telegram.updates is missing, wants 12 partitions");

        Ran.sluice(environment, "topics", "create");
        setRetention("start.telegram.updates", 1_000);

        Ran ran =
                assertRefused(4, "sluice: topics: start.telegram.updates differs: retention.ms 1000, wants 604800000");
        assertFalse(ran.lastErr().contains("checkpoints"), ran.lastErr());
    }

    /** With topics in place it would start. */
    private static Map<String, String> goodSettings() {
        return new HashMap<>(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers(),
                "SLUICE_TOPICS_REPLICATION_FACTOR", "1",
                "SLUICE_TOPICS_PREFIX", "start.",
                "SLUICE_STARTUP_TIMEOUT", "60s",
                "SLUICE_TELEGRAM_API_URL", "http://127.0.0.1:1",
                "SLUICE_MANAGEMENT_BIND", "127.0.0.1",
                "SLUICE_MANAGEMENT_PORT", "0",
                "SLUICE_TELEGRAM_TOKENS", TOKEN));
    }

    private Ran assertRefused(int exitCode, String lastLine) {
        Ran ran = Ran.sluice(environment, "ingest");
        assertAll(
                () -> assertEquals(exitCode, ran.exitCode(), () -> ran.err().toString()),
                () -> assertTrue(ran.lastErr().startsWith(lastLine), ran::lastErr),
                () -> assertTrue(ran.out().isEmpty(), () -> ran.out().toString()));
        return ran;
    }

    private static void setRetention(String topic, long ms) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            admin.incrementalAlterConfigs(Map.of(
                            resource,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("retention.ms", Long.toString(ms)), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }
}
