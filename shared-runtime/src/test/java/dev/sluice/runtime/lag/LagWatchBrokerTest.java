package dev.sluice.runtime.lag;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.testbroker.TestBroker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The lag of real groups in real partitions, with every kind of hole that Kafka makes. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LagWatchBrokerTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Duration EVERY = Duration.ofMillis(200);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private TestBroker broker;
    private KafkaClients clients;
    private Admin admin;

    @BeforeAll
    void start() throws Exception {
        broker = TestBroker.start(Map.of());
        clients = new KafkaClients(settings(Map.of()), new SimpleMeterRegistry());
        admin = clients.admin();
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    @AfterAll
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void committedRecordsAreLagAndMarkersAloneAreNone() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        Producer<byte[], byte[]> producer = transactional();
        commitRecords(producer, partition, 3); // offsets 0 to 2, the marker at 3
        commitOffset(group, partition, 1);
        watch(group);

        awaitLag(group, partition, 3); // two records and a marker that nobody has passed yet
        commitOffset(group, partition, 3);

        awaitLag(group, partition, 0);
        assertEquals(OptionalLong.of(3), valueOf(gauge("kafka.consumergroup.current.offset", group, partition)));
        commitRecords(producer, partition, 1); // 4, marker at 5
        awaitLag(group, partition, 2);
        commitOffset(group, partition, 5);
        awaitLag(group, partition, 0);
    }

    @Test
    void abortedRecordsAreNoLag() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        commitOffset(group, partition, 0);
        Producer<byte[], byte[]> producer = transactional();
        for (int transaction = 0; transaction < 5; transaction++) {
            producer.beginTransaction();
            for (int n = 0; n < 20; n++) {
                producer.send(record(partition, "aborted"));
            }
            producer.flush();
            producer.abortTransaction();
        }
        watch(group);

        await().until(() -> lag(group, partition).equals(OptionalLong.of(0)));
        assertTrue(end(partition) >= 105, "which are so many offsets that nobody will ever read");
        commitRecords(producer, partition, 1);
        awaitLag(group, partition, 2);
    }

    @Test
    void anOpenTransactionIsNoLagUntilItCommits() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        Producer<byte[], byte[]> open = transactional();
        Producer<byte[], byte[]> other = transactional();
        open.beginTransaction();
        open.send(record(partition, "open")).get();
        commitRecords(other, partition, 4); // committed, and hidden behind the open one
        commitOffset(group, partition, 0);
        watch(group);

        awaitLag(group, partition, 0);
        open.commitTransaction();

        awaitLag(group, partition, 7);
    }

    @Test
    void compactionLeavesHolesInFrontOfTheFirstRecord() throws Exception {
        TopicPartition partition =
                topic(Map.of("cleanup.policy", "compact", "segment.ms", "100", "min.cleanable.dirty.ratio", "0.01"));
        String group = name("group");
        commitOffset(group, partition, 0);
        Producer<byte[], byte[]> producer = transactional();
        watch(group);

        // one key, again and again: what is left is the newest, and the lag is counted from the first that is left
        await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
            commitRecords(producer, partition, 10);
            OptionalLong lag = lag(group, partition);
            return lag.isPresent() && lag.getAsLong() > 0 && lag.getAsLong() < end(partition) - 20;
        });
    }

    @Test
    void withoutACommitAGroupOfOursBeginsAtTheOldestRecord() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        MeterRegistry foreign = new SimpleMeterRegistry();
        commitRecords(transactional(), partition, 3);
        Consumer<byte[], byte[]> member = opened(clients.groupConsumer(group, Optional.empty(), Map.of()));
        member.subscribe(List.of(partition.topic()));
        await().pollInSameThread()
                .until(() -> !member.poll(Duration.ofMillis(50)).isEmpty());
        watch(group);

        opened(LagWatch.start(List.of(), List.of(group), admin, clients, foreign, EVERY));

        await().pollInSameThread().until(() -> {
            member.poll(Duration.ofMillis(10));
            return lag(group, partition).equals(OptionalLong.of(4));
        });
        assertFalse(exists("kafka.consumergroup.current.offset", group), "nothing is committed");
        assertEquals(1, members(registry, group));
        await().pollInSameThread().until(() -> {
            member.poll(Duration.ofMillis(10));
            return members(foreign, group) == 1;
        });
        assertNull(foreign.find("kafka.consumergroup.lag").gauge(), "where somebody else's group begins is not known");
    }

    private static double members(MeterRegistry registry, String group) {
        Gauge gauge = registry.find("kafka.consumergroup.members")
                .tag("consumergroup", group)
                .gauge();
        return gauge == null ? -1 : gauge.value();
    }

    @Test
    void whatRetentionTookIsNoLag() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        commitRecords(transactional(), partition, 5);
        commitOffset(group, partition, 1);
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(4)))
                .all()
                .get();
        watch(group);

        awaitLag(group, partition, 2); // the last record and its marker
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(-1)))
                .all()
                .get();
        awaitLag(group, partition, 0);
    }

    @Test
    void groupsInTheSamePartitionAreToldApart() throws Exception {
        TopicPartition partition = topic(Map.of());
        String ahead = name("group");
        String behind = name("group");
        commitRecords(transactional(), partition, 3);
        commitOffset(ahead, partition, 3);
        commitOffset(behind, partition, 0);
        watch(behind, ahead);

        awaitLag(ahead, partition, 0);
        awaitLag(behind, partition, 4);
    }

    @Test
    void aGroupThatNobodyKnowsIsCountedAndComesWhenItIsThere() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        watch(group);

        await().until(() -> failures(group, LagFailure.UNKNOWN_GROUP) >= 2);
        assertEquals(0, readable(group));
        assertFalse(exists("kafka.consumergroup.lag", group));
        commitOffset(group, partition, 0);

        awaitLag(group, partition, 0);
        await().until(() -> readable(group) == 1);
    }

    @Test
    void aGroupThatIsGoneLeavesNoLastValueBehind() throws Exception {
        TopicPartition partition = topic(Map.of());
        String group = name("group");
        commitRecords(transactional(), partition, 3);
        commitOffset(group, partition, 0);
        watch(group);
        awaitLag(group, partition, 4);

        admin.deleteConsumerGroups(List.of(group)).all().get();

        await().until(() -> !exists("kafka.consumergroup.lag", group));
        assertEquals(0, readable(group));
    }

    @Test
    void withoutAnAclTheGroupIsCountedAndOthersAreShown() throws Exception {
        TopicPartition mine = topic(Map.of());
        TopicPartition markers = topic(Map.of());
        String denied = name("denied");
        String allowed = name("allowed");
        Producer<byte[], byte[]> producer = transactional();
        commitRecords(producer, mine, 3);
        commitRecords(producer, markers, 3);
        commitOffset(denied, mine, 0);
        commitOffset(allowed, mine, 3);
        commitOffset(allowed, markers, 3);
        allow(ResourceType.GROUP, allowed, AclOperation.DESCRIBE);
        allow(ResourceType.TOPIC, mine.topic(), AclOperation.READ);
        allow(ResourceType.TOPIC, markers.topic(), AclOperation.DESCRIBE);
        KafkaClients nobody = new KafkaClients(sasl("nobody"), new SimpleMeterRegistry());
        opened(LagWatch.start(List.of(denied), List.of(allowed), opened(nobody.admin()), nobody, registry, EVERY));

        await().until(() -> failures(denied, LagFailure.NOT_AUTHORIZED) >= 3);
        assertFalse(exists("kafka.consumergroup.lag", denied));
        assertEquals(0, readable(denied));
        awaitLag(allowed, mine, 0);
        awaitLag(allowed, markers, 1); // without READ of the topic a marker may be a record
        assertEquals(1, readable(allowed));
    }

    @Test
    void kafkaThatIsGoneIsATimeoutAndTheWatchGoesOn() throws Exception {
        String group = name("group");
        KafkaClients nobodyThere = new KafkaClients(
                settings(Map.of(
                        "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                        "localhost:" + TestBroker.freePort(),
                        "SLUICE_KAFKA_ADMIN_DEFAULT_API_TIMEOUT_MS",
                        "4000")),
                new SimpleMeterRegistry());
        LagWatch watch =
                LagWatch.start(List.of(group), List.of(), opened(nobodyThere.admin()), nobodyThere, registry, EVERY);

        await().atMost(Duration.ofSeconds(40)).until(() -> failures(group, LagFailure.TIMEOUT) >= 2);

        long began = System.nanoTime();
        watch.close();
        assertTrue(System.nanoTime() - began < Duration.ofSeconds(5).toNanos(), "in the middle of a question");
    }

    private void watch(String... groups) {
        opened(LagWatch.start(List.of(groups), List.of(), admin, clients, registry, EVERY));
    }

    private void awaitLag(String group, TopicPartition partition, long wanted) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertEquals(OptionalLong.of(wanted), lag(group, partition)));
    }

    private OptionalLong lag(String group, TopicPartition partition) {
        return valueOf(gauge("kafka.consumergroup.lag", group, partition));
    }

    private static OptionalLong valueOf(@Nullable Gauge gauge) {
        return gauge == null ? OptionalLong.empty() : OptionalLong.of((long) gauge.value());
    }

    private @Nullable Gauge gauge(String name, String group, TopicPartition partition) {
        return registry.find(name)
                .tags(
                        "consumergroup",
                        group,
                        "topic",
                        partition.topic(),
                        "partition",
                        Integer.toString(partition.partition()))
                .gauge();
    }

    private boolean exists(String name, String group) {
        return registry.find(name).tag("consumergroup", group).gauge() != null;
    }

    private double readable(String group) {
        return registry.get("sluice.lag.readable")
                .tag("consumergroup", group)
                .gauge()
                .value();
    }

    private double failures(String group, LagFailure reason) {
        return registry.get("sluice.lag.failures")
                .tags("consumergroup", group, "reason", reason.word())
                .counter()
                .count();
    }

    private long end(TopicPartition partition) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }

    private void commitOffset(String group, TopicPartition partition, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(offset)))
                .all()
                .get();
    }

    private Producer<byte[], byte[]> transactional() {
        Producer<byte[], byte[]> producer = opened(clients.transactionalProducer(name("id"), Map.of()));
        producer.initTransactions();
        return producer;
    }

    private static void commitRecords(Producer<byte[], byte[]> producer, TopicPartition partition, int count) {
        producer.beginTransaction();
        for (int n = 0; n < count; n++) {
            producer.send(record(partition, "value " + n));
        }
        producer.commitTransaction();
    }

    private static ProducerRecord<byte[], byte[]> record(TopicPartition partition, String value) {
        return new ProducerRecord<>(
                partition.topic(),
                partition.partition(),
                "key".getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8));
    }

    private TopicPartition topic(Map<String, String> config) throws Exception {
        String topic = name("topic");
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(config)))
                .all()
                .get();
        return new TopicPartition(topic, 0);
    }

    private void allow(ResourceType type, String name, AclOperation operation) throws Exception {
        admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(type, name, PatternType.LITERAL),
                        new AccessControlEntry("User:nobody", "*", operation, AclPermissionType.ALLOW))))
                .all()
                .get();
    }

    private Settings settings(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.putIfAbsent("SLUICE_KAFKA_BOOTSTRAP_SERVERS", broker.servers());
        return Settings.load(environment, List.of(), CommonSettings.ALL);
    }

    private Settings sasl(String user) {
        return settings(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                broker.saslServers(),
                "SLUICE_KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM",
                "PLAIN",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                TestBroker.jaasConfig(user, user)));
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private static String name(String what) {
        return what + "-" + NAMES.incrementAndGet();
    }
}
