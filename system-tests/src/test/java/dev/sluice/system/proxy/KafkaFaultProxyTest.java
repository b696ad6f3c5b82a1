package dev.sluice.system.proxy;

import static dev.sluice.system.proxy.FaultAction.CUT_AFTER;
import static dev.sluice.system.proxy.FaultAction.CUT_BEFORE;
import static dev.sluice.system.proxy.FaultAction.DELAY;
import static dev.sluice.system.proxy.FaultAction.HOLD_REQUEST;
import static dev.sluice.system.proxy.FaultAction.HOLD_RESPONSE;
import static dev.sluice.system.proxy.RequestType.END_TXN;
import static dev.sluice.system.proxy.RequestType.PRODUCE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class KafkaFaultProxyTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    static Path dir;

    @SuppressWarnings("NullAway.Init")
    private static KafkaFaultProxy proxy;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka kafka;

    @SuppressWarnings("NullAway.Init")
    private String topic;

    @SuppressWarnings("NullAway.Init")
    private Producer<String, String> producer;

    @BeforeAll
    static void startKafkaBehindTheProxy() {
        proxy = KafkaFaultProxy.listen(1);
        kafka = EmbeddedKafka.in(dir).proxiedAt(proxy.addresses()).start();
        proxy.forward(1, kafka.proxiedPort(1));
    }

    @AfterAll
    static void stopThem() {
        kafka.close();
        proxy.close();
    }

    @BeforeEach
    void beginATransactionThroughTheProxy(TestInfo test) throws Exception {
        topic = test.getTestMethod().orElseThrow().getName();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
        producer = producer(kafka.proxiedServers());
        producer.initTransactions();
        producer.beginTransaction();
    }

    @AfterEach
    void letGo() {
        proxy.disarmAll();
        producer.close(Duration.ZERO);
    }

    @Test
    void holdingEndTxnLeavesTheTransactionUncommittedUntilItIsReleased() throws Exception {
        // Given
        Strike strike = proxy.arm(FaultRule.at(END_TXN, HOLD_REQUEST));
        producer.send(new ProducerRecord<>(topic, "a"));
        // When
        Future<Void> commit = commitAsync();
        Hit hit = strike.await(LONG);
        // Then
        assertEquals(1, stored(IsolationLevel.READ_UNCOMMITTED).size());
        assertEquals(List.of(), stored(IsolationLevel.READ_COMMITTED));
        assertTrue(hit.clientId().contains(topic), hit::toString);
        strike.release();
        commit.get(30, TimeUnit.SECONDS);
        // the markers follow the acknowledged commit
        await().untilAsserted(() -> assertEquals(List.of("a"), stored(IsolationLevel.READ_COMMITTED)));
    }

    @Test
    void holdingTheAnswerOfEndTxnLeavesItCommittedThoughTheClientDoesNotKnow() {
        // Given
        Strike strike = proxy.arm(FaultRule.at(END_TXN, HOLD_RESPONSE));
        producer.send(new ProducerRecord<>(topic, "a"));
        // When
        Future<Void> commit = commitAsync();
        strike.await(LONG);
        // Then
        await().atMost(LONG).until(() -> stored(IsolationLevel.READ_COMMITTED).equals(List.of("a")));
        assertFalse(commit.isDone());
    }

    @Test
    void aDroppedCommitStaysUncommittedAndTheNextOwnerAbortsIt() {
        // Given
        Strike strike = proxy.arm(FaultRule.at(END_TXN, HOLD_REQUEST));
        producer.send(new ProducerRecord<>(topic, "a"));
        Future<Void> commit = commitAsync();
        strike.await(LONG);
        // When
        try (Producer<String, String> next = producer(kafka.bootstrapServers())) {
            next.initTransactions();
            // a late packet of the fenced owner: the broker has to refuse it
            strike.release();
            // Then
            Exception e = assertThrows(Exception.class, () -> commit.get(30, TimeUnit.SECONDS));
            assertTrue(e.getCause() instanceof ProducerFencedException, e::toString);
            assertEquals(List.of(), stored(IsolationLevel.READ_COMMITTED));
        }
    }

    @Test
    void aCutBeforeTheCommitIsRepeatedByTheClient() throws Exception {
        // Given
        Strike strike = proxy.arm(FaultRule.at(END_TXN, CUT_BEFORE));
        producer.send(new ProducerRecord<>(topic, "a"));
        long before = proxy.count(END_TXN);
        // When
        commitAsync().get(30, TimeUnit.SECONDS);
        // Then
        strike.await(Duration.ZERO);
        assertEquals(before + 2, proxy.count(END_TXN));
        assertEquals(List.of("a"), stored(IsolationLevel.READ_COMMITTED));
    }

    @Test
    void aCutAfterTheCommitLosesOnlyTheAnswer() throws Exception {
        // Given
        Strike strike = proxy.arm(FaultRule.at(END_TXN, CUT_AFTER));
        producer.send(new ProducerRecord<>(topic, "a"));
        // When
        Future<Void> commit = commitAsync();
        strike.await(LONG);
        // Then
        commit.get(30, TimeUnit.SECONDS);
        assertEquals(List.of("a"), stored(IsolationLevel.READ_COMMITTED));
    }

    @Test
    void theNthProduceOfAClientIsTheOneThatIsHeld() throws Exception {
        // Given
        Strike others = proxy.arm(FaultRule.at(PRODUCE, HOLD_REQUEST).ofClient("somebody else"));
        Strike elsewhere = proxy.arm(FaultRule.at(PRODUCE, HOLD_REQUEST).onNode(2));
        Strike strike = proxy.arm(FaultRule.at(PRODUCE, HOLD_REQUEST).nth(3).ofClient(topic));
        // When
        producer.send(new ProducerRecord<>(topic, "a")).get();
        producer.send(new ProducerRecord<>(topic, "b")).get();
        Future<?> third = producer.send(new ProducerRecord<>(topic, "c"));
        strike.await(LONG);
        // Then
        assertEquals(List.of("a", "b"), stored(IsolationLevel.READ_UNCOMMITTED));
        assertFalse(third.isDone());
        assertFalse(others.hit().isDone());
        assertFalse(elsewhere.hit().isDone());
        strike.release();
        third.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aDelayedRequestArrivesLate() throws Exception {
        // Given
        proxy.arm(FaultRule.at(PRODUCE, DELAY).delayedBy(Duration.ofMillis(400)));
        long start = System.nanoTime();
        // When
        producer.send(new ProducerRecord<>(topic, "a")).get();
        // Then
        assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(400));
    }

    @Test
    void aCutOfAllConnectionsAndBigRecordsAreSurvived() throws Exception {
        // Given
        String big = "x".repeat(900_000);
        producer.send(new ProducerRecord<>(topic, big)).get();
        // When
        proxy.cutAll();
        producer.send(new ProducerRecord<>(topic, "after the cut")).get();
        producer.commitTransaction();
        // Then
        assertEquals(List.of(big, "after the cut"), stored(IsolationLevel.READ_COMMITTED));
    }

    private Producer<String, String> producer(String servers) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", servers, "transactional.id", topic, "linger.ms", 0, "reconnect.backoff.ms", 20);
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    private Future<Void> commitAsync() {
        return CompletableFuture.runAsync(producer::commitTransaction);
    }

    private List<String> stored(IsolationLevel isolation) {
        TopicPartition partition = new TopicPartition(topic, 0);
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                kafka.proxiedServers(),
                "isolation.level",
                isolation.toString(),
                "fetch.max.wait.ms",
                10);
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = Objects.requireNonNull(
                    consumer.endOffsets(List.of(partition)).get(partition));
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(50)).forEach(r -> values.add(r.value()));
            }
        }
        return values;
    }
}
