package dev.sluice.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final Setting<Duration> POLL_TIMEOUT = Setting.duration(
            "sluice.ingest.poll-timeout",
            "50s",
            Duration.ofSeconds(1),
            Duration.ofSeconds(50),
            "How long a poll waits.");
    private static final Setting<Integer> LIMIT = Setting.integer("sluice.ingest.limit", "100", 1, 100, "Batch size.");
    private static final Setting<List<dev.sluice.runtime.secret.Secret>> TOKENS =
            Setting.secrets("sluice.telegram.tokens", "a comma list of bot tokens", "The bots.");
    private static final List<Setting<?>> KNOWN = List.of(
            POLL_TIMEOUT,
            LIMIT,
            TOKENS,
            CommonSettings.BOOTSTRAP_SERVERS,
            CommonSettings.MANAGEMENT_PORT,
            CommonSettings.LOG_LEVEL,
            CommonSettings.TOPICS_PREFIX,
            CommonSettings.INSTANCE_ID);

    private static final SettingFamily WEIGHTS =
            new SettingFamily("sluice.weights.", Pattern.compile("[A-Za-z]+"), true);

    private static final SettingFamily SENDERS =
            new SettingFamily("sluice.senders.", Pattern.compile("\"[^\"]+\"\\.[a-z-]+"), false);

    @TempDir
    Path dir;

    @Test
    void environmentGoesBeforeFilesAndFilesBeforeDefaults() throws IOException {
        Path first = file("first.properties", "sluice.ingest.limit=10\nsluice.ingest.poll-timeout=10s");
        Path second = file("second.properties", "sluice.ingest.limit=20");

        Settings settings = Settings.load(Map.of("SLUICE_INGEST_POLL_TIMEOUT", "5s"), List.of(first, second), KNOWN);

        assertEquals(Duration.ofSeconds(5), settings.get(POLL_TIMEOUT));
        assertEquals(20, settings.get(LIMIT));
        assertEquals("", settings.get(CommonSettings.TOPICS_PREFIX));
    }

    @Test
    void filesComeFromTheVariableWhenTheCommandLineNamesNone() throws IOException {
        Path first = file("first.properties", "sluice.ingest.limit=10");
        Path second = file("second.properties", "sluice.ingest.limit=20");
        Map<String, String> environment = Map.of("SLUICE_CONFIG", first + ", " + second);

        assertEquals(20, Settings.load(environment, List.of(), KNOWN).get(LIMIT));
        assertEquals(10, Settings.load(environment, List.of(first), KNOWN).get(LIMIT));
    }

    @Test
    void blankCountsAsNotSet() throws IOException {
        Path file = file("a.properties", "sluice.ingest.limit=10");

        Settings settings = Settings.load(Map.of("SLUICE_INGEST_LIMIT", " "), List.of(file), KNOWN);

        assertEquals(10, settings.get(LIMIT));
    }

    @Test
    void aFamilyTakesWhateverItsPatternMatches() throws IOException {
        Path file = file(
                "a.properties",
                "sluice.weights.sendPhoto=2\nsluice.weights.sendFile=3\nsluice.senders.\"telegram\\:7\".limit= 5");
        Map<String, String> environment = Map.of("SLUICE_WEIGHTS_SENDMEDIA", "4");

        Settings settings = Settings.load(environment, List.of(file), KNOWN, List.of(WEIGHTS, SENDERS));

        assertEquals(Map.of("sendPhoto", "2", "sendFile", "3", "sendmedia", "4"), settings.family(WEIGHTS));
        assertEquals(Map.of("\"telegram:7\".limit", "5"), settings.family(SENDERS));
        assertEquals(
                "sluice: sluice.weights.sendFile: is wrong",
                settings.refuse(WEIGHTS, "sendFile", "is wrong").line());
        assertEquals(
                "sluice: SLUICE_WEIGHTS_SENDMEDIA: is wrong",
                settings.refuse(WEIGHTS, "sendmedia", "is wrong").line());
    }

    @Test
    void whatAFamilyDoesNotMatchIsUnknown() throws IOException {
        Path digits = file("a.properties", "sluice.weights.send7=2");
        Path colon = file("b.properties", "sluice.senders.\"telegram:7\".limit=5");
        List<SettingFamily> families = List.of(WEIGHTS, SENDERS);

        assertThrows(StartFailure.class, () -> Settings.load(Map.of(), List.of(digits), KNOWN, families));
        assertThrows(
                StartFailure.class,
                () -> Settings.load(Map.of("SLUICE_SENDERS_X_LIMIT", "1"), List.of(), KNOWN, families));
        StartFailure unescaped =
                assertThrows(StartFailure.class, () -> Settings.load(Map.of(), List.of(colon), KNOWN, families));
        assertTrue(unescaped.line().contains("write a colon"), unescaped::line);
    }

    @Test
    void anUnknownVariableIsRefusedEvenWhenItIsBlank() {
        assertThrows(StartFailure.class, () -> Settings.load(Map.of("SLUICE_NOTHING", ""), List.of(), KNOWN));
    }

    @Test
    void variablesThatAreNoneOfOursAreLetPass() {
        Map<String, String> environment = Map.of(
                "SLUICE_CONFIG", "",
                "SLUICE_JAVA_OPTS", "-Xmx1g",
                "SLUICE_HOME", "/opt/sluice",
                "SLUICE_INGEST_SERVICE_HOST", "10.0.0.1",
                "SLUICE_INGEST_SERVICE_PORT_HTTP", "80",
                "SLUICE_INGEST_PORT", "tcp://10.0.0.1:80",
                "SLUICE_INGEST_PORT_80_TCP_ADDR", "10.0.0.1",
                "SLUICE_KAFKA_PORT_9092_TCP", "tcp://10.0.0.2:9092",
                "PATH", "/bin",
                "OTHER_LIMIT", "x");

        Settings settings = Settings.load(environment, List.of(), KNOWN);

        assertEquals(Map.of(), settings.kafka(ClientKind.PRODUCER));
    }

    @Test
    void aServiceAddressFromKubernetesIsNoPort() {
        Map<String, String> environment = Map.of("SLUICE_MANAGEMENT_PORT", "tcp://10.0.0.1:8401");

        assertFalse(Settings.load(environment, List.of(), KNOWN)
                .find(CommonSettings.MANAGEMENT_PORT)
                .isPresent());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '`',
            value = {
                "SLUICE_INGEST_POL_TIMEOUT=1s > sluice: SLUICE_INGEST_POL_TIMEOUT: unknown setting;"
                        + " did you mean SLUICE_INGEST_POLL_TIMEOUT?",
                "SLUICE_WHATEVER=1 > sluice: SLUICE_WHATEVER: unknown setting; wants a setting of docs/configuration.md",
                "SLUICE_INGEST_POLL_TIMEOUT=51s > sluice: SLUICE_INGEST_POLL_TIMEOUT: '51s' is not accepted;"
                        + " wants a duration like 500ms, 50s or PT50S, from 1s to 50s",
                "SLUICE_INGEST_POLL_TIMEOUT=5 seconds > sluice: SLUICE_INGEST_POLL_TIMEOUT: '5 seconds' is not accepted;"
                        + " wants a duration like 500ms, 50s or PT50S, from 1s to 50s",
                "SLUICE_INGEST_LIMIT=0 > sluice: SLUICE_INGEST_LIMIT: '0' is not accepted; wants an integer from 1 to 100",
                "SLUICE_INGEST_LIMIT=1e1 > sluice: SLUICE_INGEST_LIMIT: '1e1' is not accepted; wants an integer from 1 to 100",
                "SLUICE_MANAGEMENT_PORT=65536 > sluice: SLUICE_MANAGEMENT_PORT: '65536' is not accepted;"
                        + " wants a port from 0 to 65535",
                "SLUICE_LOG_LEVEL=LOUD > sluice: SLUICE_LOG_LEVEL: 'LOUD' is not accepted;"
                        + " wants one of ERROR, WARN, INFO, DEBUG, TRACE",
                "SLUICE_TOPICS_PREFIX=a b > sluice: SLUICE_TOPICS_PREFIX: 'a b' is not accepted;"
                        + " wants up to 64 characters of A-Z a-z 0-9 . _ -",
                "SLUICE_KAFKA_ENABLE_IDEMPOTENCE=false > sluice: SLUICE_KAFKA_ENABLE_IDEMPOTENCE: is fixed by Sluice,"
                        + " whose guarantees rest on it; wants to be removed",
                "SLUICE_KAFKA_CONSUMER_GROUP_ID=x > sluice: SLUICE_KAFKA_CONSUMER_GROUP_ID: is fixed by Sluice,"
                        + " whose guarantees rest on it; wants to be removed",
            })
    void saysWhatIsWrongInTheEnvironment(String variable, String line) {
        String[] pair = variable.split("=", 2);

        StartFailure failure = assertThrows(
                StartFailure.class, () -> Settings.load(Map.of(pair[0], pair[1].strip()), List.of(), KNOWN));

        assertEquals(line, failure.line());
        assertEquals(ExitCode.USAGE, failure.exitCode());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '`',
            value = {
                "sluice.ingest.pol-timeout=1s > sluice: sluice.ingest.pol-timeout: unknown setting in FILE;"
                        + " did you mean sluice.ingest.poll-timeout?",
                "ingest.limit=1 > sluice: ingest.limit: unknown setting in FILE; did you mean sluice.ingest.limit?",
                "SLUICE_INGEST_LIMIT=1 > sluice: SLUICE_INGEST_LIMIT: unknown setting in FILE;"
                        + " did you mean sluice.ingest.limit?",
                "server.port=1 > sluice: server.port: unknown setting in FILE; wants a setting of docs/configuration.md",
                "sluice.ingest.limit=ten > sluice: sluice.ingest.limit: 'ten' is not accepted;"
                        + " wants an integer from 1 to 100",
                "sluice.kafka.acks=1 > sluice: sluice.kafka.acks: is fixed by Sluice,"
                        + " whose guarantees rest on it; wants to be removed",
            })
    void saysWhatIsWrongInAFile(String content, String line) throws IOException {
        Path file = file("a.properties", content);

        StartFailure failure = assertThrows(StartFailure.class, () -> Settings.load(Map.of(), List.of(file), KNOWN));

        assertEquals(line.replace("FILE", file.toString()), failure.line());
        assertEquals(ExitCode.USAGE, failure.exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sluice.ingest.limit=\\uXYZ", ""})
    void namesAFileThatCannotBeRead(String content) throws IOException {
        Path file = dir.resolve("a.properties");
        if (!content.isEmpty()) {
            Files.writeString(file, content);
        }

        StartFailure failure = assertThrows(StartFailure.class, () -> Settings.load(Map.of(), List.of(file), KNOWN));

        assertEquals("sluice: " + file + ": cannot be read; wants a .properties file in UTF-8", failure.line());
    }

    @Test
    void aMissingSettingNamesBothForms() {
        Settings settings = Settings.load(Map.of(), List.of(), KNOWN);

        StartFailure failure = assertThrows(StartFailure.class, () -> settings.get(CommonSettings.BOOTSTRAP_SERVERS));

        assertEquals(
                "sluice: sluice.kafka.bootstrap.servers: is not set; wants host:port, several by comma"
                        + " (in the environment: SLUICE_KAFKA_BOOTSTRAP_SERVERS)",
                failure.line());
    }

    @Test
    void aSettingThatIsWrongBesideOthersIsNamedAsItWasWritten() {
        Settings settings = Settings.load(Map.of("SLUICE_INGEST_LIMIT", "10"), List.of(), KNOWN);

        assertEquals(
                "sluice: SLUICE_INGEST_LIMIT: no", settings.refuse(LIMIT, "no").line());
        assertEquals(
                "sluice: sluice.ingest.poll-timeout: no",
                settings.refuse(POLL_TIMEOUT, "no").line());
    }

    @Test
    void aRefusedSecretIsNotShown() {
        Setting<String> secret = new Setting<>("sluice.desk.word", "a word", null, "A word.", true, text -> {
            throw new IllegalArgumentException(text);
        });

        StartFailure failure = assertThrows(
                StartFailure.class,
                () -> Settings.load(Map.of("SLUICE_DESK_WORD", "hunter2hunter2"), List.of(), List.of(secret)));

        assertEquals("sluice: SLUICE_DESK_WORD: the value is not accepted; wants a word", failure.line());
    }

    @Test
    void kafkaPropertiesGoToAllClientsOrToOneKind() throws IOException {
        Path file = file(
                "a.properties",
                "sluice.kafka.security.protocol=SSL\nsluice.kafka.linger.ms=7\nsluice.kafka.producer.linger.ms=3\n"
                        + "sluice.kafka.bootstrap.servers=from-file:9092\nsluice.kafka.sasl.x=${not expanded}");
        Map<String, String> environment =
                Map.of("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092", "SLUICE_KAFKA_ADMIN_RETRIES", "4");

        Settings settings = Settings.load(environment, List.of(file), KNOWN);

        Map<String, String> all =
                Map.of("security.protocol", "SSL", "bootstrap.servers", "localhost:9092", "sasl.x", "${not expanded}");
        assertEquals(plus(all, Map.of("linger.ms", "3")), settings.kafka(ClientKind.PRODUCER));
        assertEquals(plus(all, Map.of("linger.ms", "7")), settings.kafka(ClientKind.CONSUMER));
        assertEquals(plus(all, Map.of("linger.ms", "7", "retries", "4")), settings.kafka(ClientKind.ADMIN));
        assertEquals(List.of("localhost:9092"), settings.get(CommonSettings.BOOTSTRAP_SERVERS));
    }

    @Test
    void secretsAmongTheKafkaPropertiesAreRedactedFromThenOn() {
        Map<String, String> environment = Map.of(
                "SLUICE_KAFKA_SSL_KEYSTORE_PASSWORD", "keystore-word-1",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                        "x.PlainLoginModule required username=\"u\" password=\"jaas-word-2\";");

        Settings.load(environment, List.of(), KNOWN);

        assertEquals("a ••• b ••• c", Redactor.redact("a keystore-word-1 b jaas-word-2 c"));
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }

    private static Map<String, Object> plus(Map<String, String> some, Map<String, String> more) {
        Map<String, Object> all = new java.util.HashMap<>(some);
        all.putAll(more);
        return all;
    }
}
