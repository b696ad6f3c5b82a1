package dev.sluice.system.secured;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.system.commands.Ran;
import dev.sluice.testbroker.TestBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sluice and a broker that speaks TLS: one listener asks for a certificate, one for a password, and one has a certificate of
 * another host.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(
        named = "broker",
        matches = "container",
        disabledReason = "the certificates are files of this host")
class TlsTest {
    private static final String PASSWORD = "password-of-admin";
    private static final long BOT = 110_001;

    @TempDir
    static Path dir;

    private Certificates certificates;
    private Certificates strangers;
    private TestBroker kafka;
    private Simulator simulator;
    private int withCertificate;
    private int withPassword;
    private int elsewhere;

    @BeforeAll
    void start() throws Exception {
        certificates = new Certificates(Files.createDirectory(dir.resolve("ours")));
        strangers = new Certificates(Files.createDirectory(dir.resolve("strangers")));
        certificates.signed("client", "dns:client");
        kafka = broker();
        simulator =
                Simulator.builder().logDirectory(dir).heap("128m").bots(BOT, 1).start();
        Ran made = Ran.sluice(logIn(environment(withPassword)), "topics", "create");
        assertEquals(0, made.exitCode(), () -> made.err().toString());
    }

    @AfterAll
    void stop() {
        simulator.close();
        kafka.close();
    }

    private TestBroker broker() throws Exception {
        withCertificate = TestBroker.freePort();
        withPassword = TestBroker.freePort();
        elsewhere = TestBroker.freePort();
        int plain = TestBroker.freePort();
        String controller = "localhost:" + TestBroker.freePort();
        String clients = "PLAINTEXT://localhost:" + plain + ",CERTIFICATE://localhost:" + withCertificate
                + ",PASSWORD://localhost:" + withPassword + ",ELSEWHERE://localhost:" + elsewhere;
        Map<String, String> p = new HashMap<>();
        p.put("listeners", clients + ",CONTROLLER://" + controller);
        p.put("advertised.listeners", clients);
        p.put("controller.quorum.voters", "1@" + controller);
        p.put(
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CERTIFICATE:SSL,PASSWORD:SASL_SSL,ELSEWHERE:SSL,CONTROLLER:PLAINTEXT");
        p.put(
                "listener.name.password.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required user_admin=\"" + PASSWORD + "\";");
        p.put("listener.name.certificate.ssl.client.auth", "required");
        p.put("super.users", "User:ANONYMOUS;User:admin;User:CN=client");
        store(p, "", certificates.signed("broker", "dns:localhost"));
        store(p, "listener.name.elsewhere.", certificates.signed("other", "dns:elsewhere.example"));
        return TestBroker.start(p);
    }

    private void store(Map<String, String> properties, String listener, Path store) {
        properties.put(listener + "ssl.keystore.type", "PKCS12");
        properties.put(listener + "ssl.keystore.location", store.toString());
        properties.put(listener + "ssl.keystore.password", Certificates.PASSWORD);
        properties.put(listener + "ssl.truststore.type", "PKCS12");
        properties.put(
                listener + "ssl.truststore.location", certificates.trustStore().toString());
        properties.put(listener + "ssl.truststore.password", Certificates.PASSWORD);
    }

    @Test
    void bothServicesRunWithAPasswordAndPem() {
        Map<String, String> environment = logIn(environment(withPassword));

        assertBothRun(environment, "password");
    }

    @Test
    void bothServicesRunWithACertificateAndPkcs12() {
        Map<String, String> environment = environment(withCertificate);
        trustPkcs12(environment, Certificates.PASSWORD);
        environment.put("SLUICE_KAFKA_SSL_KEYSTORE_TYPE", "PKCS12");
        environment.put(
                "SLUICE_KAFKA_SSL_KEYSTORE_LOCATION",
                dir.resolve("ours/client.p12").toString());
        environment.put("SLUICE_KAFKA_SSL_KEYSTORE_PASSWORD", Certificates.PASSWORD);

        assertBothRun(environment, "certificate");
    }

    @Test
    void aCertificateAsPem() throws Exception {
        Map<String, String> environment = environment(withCertificate);
        environment.put("SLUICE_KAFKA_SSL_KEYSTORE_TYPE", "PEM");
        environment.put(
                "SLUICE_KAFKA_SSL_KEYSTORE_LOCATION",
                certificates.pemOf("client").toString());

        Ran check = Ran.sluice(environment, "topics", "check");

        assertEquals(0, check.exitCode(), () -> check.err().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "send"})
    void anotherAuthorityIsRefused(String service) {
        Map<String, String> environment = logIn(environment(withPassword));
        environment.put(
                "SLUICE_KAFKA_SSL_TRUSTSTORE_LOCATION", strangers.authorityPem().toString());

        assertRefused(
                Ran.sluice(environment, service),
                3,
                "sluice: kafka: no TLS connection (unable to find valid"
                        + " certification path to requested target); wants the brokers' CA in sluice.kafka.ssl.truststore.*");
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() {
        assertRefused(
                Ran.sluice(environment(elsewhere), "ingest"),
                3,
                "sluice: kafka: no TLS connection (No subject alternative DNS name matching localhost found");
    }

    @Test
    void aCertificateThatIsAskedForAndMissing() {
        Map<String, String> environment = environment(withCertificate);
        environment.put("SLUICE_STARTUP_TIMEOUT", "5s");

        assertRefused(Ran.sluice(environment, "ingest"), 3, "sluice: kafka: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "send"})
    void theWrongPasswordOfAStore(String service) {
        Map<String, String> environment = logIn(environment(withPassword));
        trustPkcs12(environment, "some-other-password");

        Ran ran = Ran.sluice(environment, service);

        assertRefused(
                ran,
                2,
                "sluice: SLUICE_KAFKA_SSL_TRUSTSTORE_LOCATION: Failed to load SSL keystore " + certificates.trustStore()
                        + " of type PKCS12: keystore password was incorrect");
        assertFalse(
                ran.err().toString().contains("some-other-password"),
                () -> ran.err().toString());
    }

    @Test
    void theWrongPasswordOfAUser() {
        Map<String, String> environment = logIn(environment(withPassword));
        environment.put("SLUICE_KAFKA_SASL_JAAS_CONFIG", TestBroker.jaasConfig("admin", "some-other-password"));

        Ran ran = Ran.sluice(environment, "ingest");

        assertRefused(ran, 3, "sluice: kafka: does not accept our credentials");
        assertFalse(
                ran.err().toString().contains("some-other-password"),
                () -> ran.err().toString());
    }

    @Test
    void withoutTlsNobodyAnswers() {
        Map<String, String> environment = environment(withPassword);
        environment.put("SLUICE_KAFKA_SECURITY_PROTOCOL", "PLAINTEXT");
        environment.put("SLUICE_STARTUP_TIMEOUT", "2s");

        assertRefused(
                Ran.sluice(environment, "ingest"),
                3,
                "sluice: kafka: no answer from localhost:" + withPassword
                        + " within 2000 ms; wants brokers there that speak what sluice.kafka.security.protocol says");
    }

    private void assertBothRun(Map<String, String> environment, String name) {
        environment.put("SLUICE_STATE_DIR", dir.resolve(name).toString());
        try (RunningService ingest = RunningService.ingest(environment);
                RunningService send = RunningService.send(environment)) {
            Ran sent = Ran.sluice(
                    environment,
                    "request",
                    "send",
                    "--sender",
                    "telegram:" + BOT,
                    "--method",
                    "sendMessage",
                    "--params",
                    "{\"chat_id\":1,\"text\":\"hi\"}",
                    "--id",
                    name,
                    "--wait",
                    "30s");
            assertEquals(0, sent.exitCode(), () -> sent.err().toString());
            assertEquals(200, ingest.get("/ready").statusCode());
            assertEquals(200, send.get("/ready").statusCode());
        }
    }

    /** TLS by PEM, with nothing to prove who we are. */
    private Map<String, String> environment(int port) {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "localhost:" + port);
        environment.put("SLUICE_KAFKA_SECURITY_PROTOCOL", "SSL");
        environment.put("SLUICE_KAFKA_SSL_TRUSTSTORE_TYPE", "PEM");
        environment.put(
                "SLUICE_KAFKA_SSL_TRUSTSTORE_LOCATION",
                certificates.authorityPem().toString());
        environment.put("SLUICE_TOPICS_REPLICATION_FACTOR", "1");
        environment.put("SLUICE_TELEGRAM_TOKENS", SimulatedTokens.tokenOf(BOT));
        environment.put("SLUICE_TELEGRAM_API_URL", simulator == null ? "http://127.0.0.1:1" : simulator.apiUrl());
        environment.put("SLUICE_STATE_DIR", dir.resolve("state").toString());
        environment.put("SLUICE_MANAGEMENT_BIND", "127.0.0.1");
        environment.put("SLUICE_MANAGEMENT_PORT", "0");
        environment.put("SLUICE_DESK_PORT", "0");
        return environment;
    }

    private static Map<String, String> logIn(Map<String, String> environment) {
        environment.put("SLUICE_KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
        environment.put("SLUICE_KAFKA_SASL_MECHANISM", "PLAIN");
        environment.put("SLUICE_KAFKA_SASL_JAAS_CONFIG", TestBroker.jaasConfig("admin", PASSWORD));
        return environment;
    }

    private void trustPkcs12(Map<String, String> environment, String password) {
        environment.put("SLUICE_KAFKA_SSL_TRUSTSTORE_TYPE", "PKCS12");
        environment.put(
                "SLUICE_KAFKA_SSL_TRUSTSTORE_LOCATION",
                certificates.trustStore().toString());
        environment.put("SLUICE_KAFKA_SSL_TRUSTSTORE_PASSWORD", password);
    }

    private static void assertRefused(Ran ran, int exitCode, String lastLine) {
        assertAll(
                () -> assertEquals(exitCode, ran.exitCode(), () -> ran.err().toString()),
                () -> assertTrue(ran.lastErr().startsWith(lastLine), ran::lastErr));
    }
}
