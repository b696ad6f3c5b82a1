package dev.sluice.runtime.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.testbroker.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What the tests on a real broker share: one broker per class, clients, topics of their own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrokerTests {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private TestBroker started;
    private KafkaClients clients;
    private Admin admin;

    /** Broker properties beyond the usual ones. */
    Map<String, String> brokerProperties() {
        return Map.of();
    }

    @BeforeAll
    final void startBroker() throws Exception {
        started = TestBroker.start(brokerProperties());
        clients = new KafkaClients(settings(Map.of()), new SimpleMeterRegistry());
        admin = clients.admin();
    }

    @AfterAll
    final void stopBroker() {
        admin.close();
        started.close();
    }

    final TestBroker broker() {
        return started;
    }

    /** Settings of an anonymous client. */
    final Settings settings(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.putIfAbsent("SLUICE_KAFKA_BOOTSTRAP_SERVERS", started.servers());
        return Settings.load(environment, List.of(), CommonSettings.ALL);
    }

    /** Settings of a client that logs in. */
    final Settings saslSettings(String user, String password) {
        return settings(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                started.saslServers(),
                "SLUICE_KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM",
                "PLAIN",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                TestBroker.jaasConfig(user, password)));
    }

    final KafkaClients clients() {
        return clients;
    }

    final Admin admin() {
        return admin;
    }

    final TransactionalWriter writer(String transactionalId) {
        return new TransactionalWriter(
                clients.transactionalProducer(transactionalId, Map.of()), Duration.ofSeconds(15));
    }

    /** A new topic with one partition. */
    final TopicPartition newPartition(Map<String, String> config) throws ExecutionException, InterruptedException {
        TopicPartition partition = new TopicPartition(uniqueName("topic"), 0);
        admin.createTopics(List.of(new NewTopic(partition.topic(), 1, (short) 1).configs(config)))
                .all()
                .get();
        return partition;
    }

    static String uniqueName(String what) {
        return what + "-" + NAMES.incrementAndGet();
    }

    /** One record per value, all with the same key. */
    static List<ProducerRecord<byte[], byte[]>> records(TopicPartition partition, String... values) {
        return Arrays.stream(values)
                .map(v -> new ProducerRecord<>(partition.topic(), partition.partition(), bytes("key"), bytes(v)))
                .toList();
    }

    /** The values that a read_committed reader finds. */
    final List<String> read(TopicPartition partition) {
        List<String> values = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = clients.reader()) {
            long position = PartitionReader.readToEnd(
                    admin, consumer, partition, Duration.ofSeconds(20), r -> values.add(text(r)));
            assertEquals(0, consumer.assignment().size(), "left as it was, at " + position);
        }
        return values;
    }

    static String text(ConsumerRecord<byte[], byte[]> r) {
        return new String(r.value(), StandardCharsets.UTF_8);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
