package dev.sluice.system.commands;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.SimulatedTokens;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code sluice send} answers when it cannot start: one clear line, the last on stderr, and its exit code. */
class SendStartTest {
    private static final String TOKEN = SimulatedTokens.tokenOf(110001);

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SLUICE_OUTBOUND_BOT_LIMT         | 30/1s | unknown setting; did you mean SLUICE_OUTBOUND_BOT_LIMIT?
            SLUICE_OUTBOUND_BOT_LIMIT        | 30    | '30' is not accepted; wants
            SLUICE_OUTBOUND_FLOOD_SCOPE      | world | 'world' is not accepted; wants one of bot, chat-then-bot
            SLUICE_OUTBOUND_BULK_SHARE       | 1     | '1' is not accepted; wants a number from 0 to below 1
            SLUICE_OUTBOUND_ATTEMPT_LEASE    | 15s   | 15000 ms is not above the transaction timeout; wants more than 15000ms
            SLUICE_OUTBOUND_ATTEMPT_DEADLINE | 56s   | 56000 ms is not above attempt-lease + http-timeout + clock-skew; wants more than 56000ms
            SLUICE_OUTBOUND_SHUTDOWN_TIMEOUT | 39s   | is too short for a call that was just begun; wants http-timeout + 5s, 40000ms, or more
            """)
    void aSetting(String key, String value, String problem) {
        environment.put(key, value);

        assertRefused(2, "sluice: " + key + ": " + problem);
    }

    @Test
    void aRuleOfOneSender() throws Exception {
        Path file = Files.writeString(
                dir.resolve("a.properties"), "sluice.outbound.senders.\"telegram\\:1\".http-timeout=5s");
        environment.put("SLUICE_CONFIG", file.toString());

        assertRefused(
                2,
                "sluice: sluice.outbound.senders.\"telegram:1\".http-timeout: is no setting of one sender; wants one of");
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
    void aStateDirectoryThatCannotBeWritten() throws Exception {
        Path file = Files.createFile(dir.resolve("file"));
        environment.put("SLUICE_STATE_DIR", file.resolve("state").toString());

        assertRefused(2, "sluice: SLUICE_STATE_DIR: '" + file.resolve("state") + "' cannot be written");
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
        logIn("admin", "wrong-password");

        Ran ran = assertRefused(3, "sluice: kafka: does not accept our credentials");
        assertFalse(
                ran.err().toString().contains("wrong-password"), () -> ran.err().toString());
    }

    @Test
    void aTimeoutThatKafkaStreamsProducerCannotTake() {
        environment.put("SLUICE_TOPICS_PREFIX", "timeouts.");
        Ran.sluice(environment, "topics", "create");
        // enough for our own producers, whose requests end after 4 s, and not for one whose requests may take 30 s
        environment.put("SLUICE_KAFKA_PRODUCER_DELIVERY_TIMEOUT_MS", "9000");

        assertRefused(
                2,
                "sluice: SLUICE_KAFKA_PRODUCER_DELIVERY_TIMEOUT_MS: delivery.timeout.ms should be equal to or larger than"
                        + " linger.ms + request.timeout.ms; wants");
    }

    @Test
    void topicsThatAreMissingOrHaveUnequalPartitions() {
        assertRefused(4, "sluice: topics: sendstart.outbound.requests is missing, wants 12 partitions");

        Ran.sluice(environment, "topics", "create", "--partitions", "outbound.commands=6");

        Ran ran = assertRefused(4, "sluice: topics: sendstart.outbound.commands differs: 6 partitions, wants 12");
        assertFalse(ran.lastErr().contains("requests"), ran.lastErr());
    }

    /** With topics in place it would start. */
    private Map<String, String> goodSettings() {
        return new HashMap<>(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers(),
                "SLUICE_TOPICS_REPLICATION_FACTOR", "1",
                "SLUICE_TOPICS_PREFIX", "sendstart.",
                "SLUICE_STARTUP_TIMEOUT", "60s",
                "SLUICE_TELEGRAM_API_URL", "http://127.0.0.1:1",
                "SLUICE_MANAGEMENT_BIND", "127.0.0.1",
                "SLUICE_MANAGEMENT_PORT", "0",
                "SLUICE_DESK_PORT", "0",
                "SLUICE_TELEGRAM_TOKENS", TOKEN));
    }

    private void logIn(String user, String password) {
        environment.putAll(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                kafka.saslServers(),
                "SLUICE_KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM",
                "PLAIN",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                TestBroker.jaasConfig(user, password)));
    }

    private Ran assertRefused(int exitCode, String lastLine) {
        environment.putIfAbsent("SLUICE_STATE_DIR", dir.resolve("state").toString());
        Ran ran = Ran.sluice(environment, "send");
        assertAll(
                () -> assertEquals(exitCode, ran.exitCode(), () -> ran.err().toString()),
                () -> assertTrue(ran.lastErr().startsWith(lastLine), ran::lastErr),
                () -> assertTrue(ran.out().isEmpty(), () -> ran.out().toString()));
        return ran;
    }
}
