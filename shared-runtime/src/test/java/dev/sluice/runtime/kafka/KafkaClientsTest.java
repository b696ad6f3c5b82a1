package dev.sluice.runtime.kafka;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.ClientKind;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing here connects to anything. */
class KafkaClientsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @TempDir
    Path dir;

    @Test
    void theTimeoutsHangTogether() {
        Map<String, Object> producer = clients(Map.of()).properties(ClientKind.PRODUCER, "x", Map.of());
        Map<String, Object> consumer = clients(Map.of()).properties(ClientKind.CONSUMER, "x", Map.of());

        assertEquals(15_000, producer.get("transaction.timeout.ms"));
        assertEquals(6_000, consumer.get("session.timeout.ms"));
        assertEquals(2_000, consumer.get("heartbeat.interval.ms"));
        assertEquals(10_000, producer.get("delivery.timeout.ms"));
        assertEquals(4_000, producer.get("request.timeout.ms"));
        assertEquals(10, producer.get("linger.ms"));
    }

    @Test
    void aSettingGoesOverOurDefaultsAndUnderWhatTheCallerNeedsAndWhatIsFixed() {
        KafkaClients clients = clients(Map.of("SLUICE_KAFKA_LINGER_MS", "3", "SLUICE_KAFKA_BATCH_SIZE", "1000"));

        Map<String, Object> p = clients.properties(ClientKind.PRODUCER, "x", Map.of("batch.size", 2000, "acks", "0"));

        assertEquals("3", p.get("linger.ms"));
        assertEquals(2000, p.get("batch.size"));
        assertEquals("all", p.get("acks"));
        assertEquals(true, p.get("enable.idempotence"));
    }

    @Test
    void consumersReadCommittedAndCreateNoTopics() {
        Map<String, Object> p = clients(Map.of()).properties(ClientKind.CONSUMER, "x", Map.of());

        assertEquals("read_committed", p.get("isolation.level"));
        assertEquals(false, p.get("allow.auto.create.topics"));
        assertEquals(false, p.get("enable.auto.commit"));
        assertEquals("earliest", p.get("auto.offset.reset"));
        assertEquals("classic", p.get("group.protocol"));
        assertEquals(
                List.of("org.apache.kafka.clients.consumer.CooperativeStickyAssignor"),
                p.get("partition.assignment.strategy"));
    }

    @Test
    void aClientIdThatIsSetGoesBeforeOurOwn() {
        KafkaClients clients = clients(Map.of("SLUICE_KAFKA_CLIENT_ID", "blue"));

        assertEquals(
                "blue-sluice-ingest-3",
                clients.properties(ClientKind.PRODUCER, "sluice-ingest-3", Map.of())
                        .get("client.id"));
    }

    @Test
    void metricsStandInTheRegistryUntilTheClientIsClosed() {
        KafkaClients clients = clients(Map.of());
        assertEquals(0, registry.getMeters().size());

        try (Admin admin = clients.admin();
                Consumer<byte[], byte[]> reader = clients.reader();
                Consumer<byte[], byte[]> member = clients.groupConsumer("group", Optional.of("a"), Map.of());
                Producer<byte[], byte[]> producer = clients.transactionalProducer("sluice-ingest-0", Map.of())) {
            for (String id : List.of("sluice-admin-1", "sluice-reader-2", "group-a", "sluice-ingest-0")) {
                assertTrue(
                        registry.getMeters().stream()
                                .anyMatch(m -> id.equals(m.getId().getTag("client.id"))),
                        id);
            }
            assertEquals(4, List.of(admin, reader, member, producer).size());
            String page = registry.scrape();
            assertTrue(page.contains("kafka_producer_record_send_total{client_id=\"sluice-ingest-0\""), page);
            assertTrue(page.contains("kafka_consumer_connection_count{client_id=\"group-a\""), page);
        }

        await().untilAsserted(() -> assertEquals(List.of(), registry.getMeters()));
    }

    @Test
    void aMethodThatThrowsThrowsItsOwn() {
        try (Consumer<byte[], byte[]> reader = clients(Map.of()).reader()) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> reader.seek(new org.apache.kafka.common.TopicPartition("t", 0), -1));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '`',
            value = {
                "sluice.kafka.transaction.timeout.ms=6000 > sluice.kafka.session.timeout.ms: 6000 ms is not below"
                        + " transaction.timeout.ms; wants less than 6000 ms",
                "sluice.kafka.producer.delivery.timeout.ms=15000 > sluice.kafka.producer.delivery.timeout.ms: 15000 ms is not"
                        + " below transaction.timeout.ms; wants less than 15000 ms",
                "sluice.kafka.batch.size=600000 > sluice.kafka.batch.size: is more than a topic takes; wants at most 524288"
                        + " bytes",
                "sluice.kafka.producer.delivery.timeout.ms=3000 > sluice.kafka.producer.delivery.timeout.ms: delivery.timeout.ms"
                        + " 3000 is below linger.ms + request.timeout.ms; wants 4010 ms or more there, or less in the other"
                        + " two",
                "sluice.kafka.request.timeout.ms=30000 > sluice.kafka.request.timeout.ms: delivery.timeout.ms 10000 is below"
                        + " linger.ms + request.timeout.ms; wants 30010 ms or more there, or less in the other two",
                "sluice.kafka.heartbeat.interval.ms=6000 > sluice.kafka.heartbeat.interval.ms: 6000 ms is not below"
                        + " session.timeout.ms; wants less than 6000 ms",
                "sluice.kafka.consumer.fetch.max.wait.ms=soon > sluice.kafka.consumer.fetch.max.wait.ms: Invalid value soon"
                        + " for configuration fetch.max.wait.ms: Not a number of type INT; wants what Kafka's documentation"
                        + " of this property says",
                "sluice.kafka.security.protocol=TLS > sluice.kafka.security.protocol: Invalid value TLS for configuration"
                        + " security.protocol",
                "sluice.kafka.bootstrap.servers=localhost > sluice.kafka.bootstrap.servers: Invalid url in bootstrap.servers:"
                        + " localhost; wants what Kafka's documentation of this property says",
            })
    void aPropertyThatKafkaOrWeCannotTakeIsNamedAsItWasSet(String setting, String line) throws Exception {
        String first = setting.contains("bootstrap") ? "" : "sluice.kafka.bootstrap.servers=localhost:9092\n";
        Path file = Files.writeString(dir.resolve("a.properties"), first + setting);
        Settings settings = Settings.load(Map.of(), List.of(file), CommonSettings.ALL);

        StartFailure failure = assertThrows(
                StartFailure.class,
                () -> new KafkaClients(settings, registry).admin().close());

        assertTrue(failure.line().startsWith("sluice: " + line), failure::line);
        assertTrue(failure.line().contains("; wants "), failure::line);
        assertEquals(ExitCode.USAGE, failure.exitCode());
    }

    @Test
    void aKeyStoreThatIsNotThereIsSaidAtOnce() {
        KafkaClients clients = clients(Map.of(
                "SLUICE_KAFKA_SECURITY_PROTOCOL", "SSL",
                "SLUICE_KAFKA_SSL_TRUSTSTORE_LOCATION", "/nowhere/trust.jks",
                "SLUICE_KAFKA_SSL_TRUSTSTORE_PASSWORD", "open sesame"));

        StartFailure failure = assertThrows(StartFailure.class, clients::admin);

        assertEquals(ExitCode.USAGE, failure.exitCode());
        assertEquals(
                "sluice: SLUICE_KAFKA_SSL_TRUSTSTORE_LOCATION: Failed to load SSL keystore /nowhere/trust.jks of type JKS:"
                        + " there is no such file; wants what Kafka's documentation of this property says",
                failure.line());
    }

    @Test
    void withoutServersNothingStarts() {
        Settings settings = Settings.load(Map.of(), List.of(), CommonSettings.ALL);

        StartFailure failure = assertThrows(StartFailure.class, () -> new KafkaClients(settings, registry));

        assertTrue(failure.line().startsWith("sluice: sluice.kafka.bootstrap.servers: is not set; wants "));
    }

    private KafkaClients clients(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "localhost:1");
        return new KafkaClients(Settings.load(all, List.of(), CommonSettings.ALL), registry);
    }
}
