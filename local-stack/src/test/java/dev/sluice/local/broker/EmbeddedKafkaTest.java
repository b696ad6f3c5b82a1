package dev.sluice.local.broker;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {
    private static final TopicPartition T0 = new TopicPartition("t", 0);

    @TempDir
    Path dir;

    @Test
    void oneNodeKeepsWhatWasCommittedThroughKillAndStop() throws Exception {
        // Given
        String firstAddress;
        try (EmbeddedKafka kafka = EmbeddedKafka.in(dir).start()) {
            firstAddress = kafka.bootstrapServers();
            createTopic(kafka, 1);
            commit(kafka, "a");
            // When
            kafka.killNode(1);
            kafka.startNode(1);
            commit(kafka, "b");
            kafka.stop();
        }
        // Then
        try (EmbeddedKafka again = EmbeddedKafka.in(dir).start()) {
            assertNotEquals(firstAddress, again.bootstrapServers());
            awaitCommitted(List.of("a", "b"), again);
        }
    }

    @Test
    void topicsAreNotMadeByAccidentAndExtraSettingsReachTheBroker() throws Exception {
        // Given
        try (EmbeddedKafka kafka = EmbeddedKafka.in(dir)
                        .setting("transactional.id.expiration.ms", "7000")
                        .start();
                Admin admin = admin(kafka.bootstrapServers())) {
            // When
            ExecutionException missing = assertThrows(
                    ExecutionException.class,
                    () -> admin.describeTopics(List.of("t")).allTopicNames().get());
            ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
            Config config = Objects.requireNonNull(
                    admin.describeConfigs(List.of(broker)).all().get().get(broker));
            String expiration = config.get("transactional.id.expiration.ms").value();
            // Then
            assertInstanceOf(UnknownTopicOrPartitionException.class, missing.getCause());
            assertEquals("7000", expiration);
        }
    }

    @Test
    void threeNodesGoOnWhileOneIsKilled() throws Exception {
        // Given
        try (EmbeddedKafka kafka = EmbeddedKafka.in(dir).nodes(3).start()) {
            createTopic(kafka, 3);
            commit(kafka, "a");
            // When
            kafka.killNode(2);
            commit(kafka, "b");
            kafka.startNode(2);
            kafka.killNode(1);
            commit(kafka, "c");
            // Then
            awaitCommitted(List.of("a", "b", "c"), kafka);
        }
    }

    private static Admin admin(String servers) {
        return Admin.create(Map.of("bootstrap.servers", servers));
    }

    private static void createTopic(EmbeddedKafka kafka, int replicas) throws Exception {
        try (Admin admin = admin(kafka.bootstrapServers())) {
            admin.createTopics(List.of(new NewTopic("t", 1, (short) replicas)))
                    .all()
                    .get();
        }
    }

    /** Commits, and waits until the markers are written: the only broker may forget them when it dies before (decision 020). */
    private static void commit(EmbeddedKafka kafka, String value) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "transactional.id", "x", "transaction.timeout.ms", 5000);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("t", value));
            producer.commitTransaction();
        }
        try (Admin admin = admin(kafka.bootstrapServers())) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> admin.describeTransactions(List.of("x"))
                                    .description("x")
                                    .get()
                                    .state()
                            == TransactionState.COMPLETE_COMMIT);
        }
    }

    /** The end that a reader is told may be an old one just after a start; what was committed appears all the same. */
    private static void awaitCommitted(List<String> expected, EmbeddedKafka kafka) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertEquals(expected, committed(kafka)));
    }

    private static List<String> committed(EmbeddedKafka kafka) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(T0));
            consumer.seekToBeginning(List.of(T0));
            long end = Objects.requireNonNull(consumer.endOffsets(List.of(T0)).get(T0));
            while (consumer.position(T0) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
            }
        }
        return values;
    }
}
