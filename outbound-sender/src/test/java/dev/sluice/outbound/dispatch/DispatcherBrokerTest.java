package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptCodec;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.contract.MethodWeights;
import dev.sluice.outbound.contract.TelegramChannel;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.secret.Secret;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.testbroker.TestBroker;
import dev.sluice.testserver.RawServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two dispatchers and a real group: a partition changes hands without a call lost, doubled or made for the wrong epoch. */
class DispatcherBrokerTest {
    private static final String ATTEMPTS = "outbound.attempts";
    private static final String RESULTS = "outbound.attempt-results";
    private static final int PARTITIONS = 2;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> stored = new ArrayList<>();
    private KafkaClients clients;
    private RawServer server;
    private Consumer<byte[], byte[]> reader;
    private Producer<byte[], byte[]> gate;
    private long nextGrant = 100;

    @BeforeEach
    void start() throws Exception {
        TestBroker broker = opened(TestBroker.start(Map.of()));
        clients = new KafkaClients(
                Settings.load(
                        Map.of("SLUICE_KAFKA_BOOTSTRAP_SERVERS", broker.servers()), List.of(), CommonSettings.ALL),
                new SimpleMeterRegistry());
        try (Admin admin = clients.admin()) {
            admin.createTopics(List.of(
                            new NewTopic(ATTEMPTS, PARTITIONS, (short) 1),
                            new NewTopic(RESULTS, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        server = opened(new RawServer((request, out) -> {
            Thread.sleep(20);
            RawServer.respond(out, 200, "{\"ok\":true,\"result\":{}}");
        }));
        reader = opened(clients.reader());
        reader.assign(List.of(new TopicPartition(RESULTS, 0), new TopicPartition(RESULTS, 1)));
        gate = opened(clients.transactionalProducer("gate", Map.of()));
        gate.initTransactions();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    @Test
    void aPartitionChangesHands() throws Exception {
        // Given one dispatcher that has both partitions, and has made calls in each
        Dispatcher first = dispatcher();
        List<GateRecord.Opened> alone = List.of(awaitOpened(0, 1), awaitOpened(1, 1));
        grant(0, alone.get(0).epoch(), 10);
        grant(1, alone.get(1).epoch(), 10);
        awaitResults(20);

        // When a second one joins, and then the first one leaves
        Dispatcher second = dispatcher();
        await().atMost(Duration.ofSeconds(30)).until(() -> first.partitions() == 1 && second.partitions() == 1);
        int moved = awaitMoved();
        GateRecord.Opened taken = awaitOpened(moved, 2);
        grant(moved, alone.get(moved).epoch(), 5);
        long beforeLast = nextGrant;
        grant(moved, taken.epoch(), 10);
        awaitResults(30);
        boolean clean = first.drain(Duration.ofSeconds(10));
        int other = 1 - moved;
        GateRecord.Opened last = awaitOpened(other, 2);
        grant(other, last.epoch(), 10);
        awaitResults(40);

        // Then
        assertTrue(clean);
        assertEquals(OptionalLong.of(-1), alone.get(0).taken());
        assertEquals(OptionalLong.of(moved == 0 ? 109 : 119), taken.taken());
        assertEquals(OptionalLong.of(other == 0 ? 109 : 119), last.taken());
        assertTrue(results().stream().allMatch(some -> some.result().resultClass() == ResultClass.SENT));
        Set<String> bodies = new HashSet<>();
        server.requests().forEach(request -> assertTrue(bodies.add(request.body()), "called twice: " + request.body()));
        assertEquals(40, bodies.size(), "nothing was called for an epoch that was over");
        assertTrue(bodies.stream().anyMatch(body -> body.contains("grant " + beforeLast)));
        await().until(() -> second.unstoredResults() == 0);
    }

    /** The same for everybody, and nobody is told of it. */
    private record OneToken(Secret token) implements Credentials {
        @Override
        public Optional<Secret> of(Sender sender) {
            return Optional.of(token);
        }

        @Override
        public Map<Sender, Secret> all() {
            return Map.of();
        }
    }

    private Dispatcher dispatcher() {
        Dispatcher dispatcher = opened(new Dispatcher(
                new Dispatcher.Surroundings(
                        ATTEMPTS,
                        RESULTS,
                        () -> clients.groupConsumer(Dispatcher.GROUP, Optional.empty(), Map.of()),
                        () -> clients.producer("dispatch-results"),
                        new Channels(List.of(new TelegramChannel(sender -> MethodWeights.DEFAULT))),
                        Map.of(Sender.Channel.TELEGRAM, server.url()),
                        new OneToken(Secret.of("110001:SIMULATED-token-of-bot-110001-xxxxxx")),
                        PARTITIONS,
                        DispatchMetrics.NONE),
                DispatchSettings.of(100, 100, Duration.ofSeconds(6), Duration.ofMinutes(1), false),
                HttpSettings.of(Duration.ofSeconds(35), Duration.ofSeconds(4), 120)));
        dispatcher.start();
        return dispatcher;
    }

    private void grant(int partition, String epoch, int count) {
        gate.beginTransaction();
        for (int i = 0; i < count; i++) {
            Attempt attempt = Attempts.of(Attempts.BOT, nextGrant++, epoch, "1");
            var unused = gate.send(new ProducerRecord<>(ATTEMPTS, partition, null, AttemptCodec.encode(attempt)));
        }
        gate.commitTransaction();
    }

    private GateRecord.Opened awaitOpened(int partition, long number) {
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> opened(partition, number), Optional::isPresent)
                .orElseThrow();
    }

    private int awaitMoved() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> opened(0, 2).isPresent() || opened(1, 2).isPresent());
        return opened(0, 2).isPresent() ? 0 : 1;
    }

    private Optional<GateRecord.Opened> opened(int partition, long number) {
        return read().stream()
                .filter(some -> some.partition() == partition)
                .map(some -> GateRecordCodec.decode(some.value()))
                .filter(GateRecord.Opened.class::isInstance)
                .map(GateRecord.Opened.class::cast)
                .filter(some -> some.number() == number)
                .findFirst();
    }

    private void awaitResults(int count) {
        await().atMost(Duration.ofSeconds(30)).until(() -> results().size() >= count);
    }

    private List<GateRecord.Result> results() {
        return read().stream()
                .map(some -> GateRecordCodec.decode(some.value()))
                .filter(GateRecord.Result.class::isInstance)
                .map(GateRecord.Result.class::cast)
                .toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> read() {
        reader.poll(Duration.ofMillis(20)).forEach(stored::add);
        return stored;
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(0, resource);
        return resource;
    }
}
