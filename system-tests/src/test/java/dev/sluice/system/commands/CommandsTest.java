package dev.sluice.system.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.model.Checkpoint;
import dev.sluice.model.CheckpointCodec;
import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.testbroker.TestBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One broker serves all tests. Those that are about topics have a prefix of their own, the others share theirs. */
class CommandsTest {
    private static final long BOT = 110001;
    private static final String SHARED = "shared.";
    private static final AtomicInteger TESTS = new AtomicInteger();

    @TempDir
    static Path dir;

    private static TestBroker kafka;
    private static Simulator simulator;

    private final String prefix = "t" + TESTS.incrementAndGet() + ".";
    private final Map<String, String> environment = environment(prefix);

    @BeforeAll
    static void start() throws Exception {
        kafka = TestBroker.start(Map.of());
        simulator = Simulator.builder().logDirectory(dir).bots(BOT, 2).start();
        Ran.sluice(environment(SHARED), "topics", "create");
    }

    @AfterAll
    static void stop() {
        simulator.close();
        kafka.close();
    }

    @Test
    void topicsAreCreatedOnceAndThenOk() {
        Ran first = sluice("topics", "create");
        Ran second = sluice("topics", "create");
        Ran check = sluice("topics", "check");

        assertEquals(List.of(0, 0, 0), List.of(first.exitCode(), second.exitCode(), check.exitCode()));
        assertEquals(Topics.all().size(), first.out().size());
        assertEquals(
                prefix + "telegram.updates created 12 partitions, 1 replica, delete",
                first.out().get(0));
        assertEquals(
                prefix + "telegram.updates ok 12 partitions, 1 replica, delete",
                second.out().get(0));
        assertEquals(second.out(), check.out());
        assertTrue(check.err().isEmpty(), () -> check.err().toString());
    }

    @Test
    void aDryRunCreatesNothing() {
        Ran dry = sluice("topics", "create", "--dry-run", "--json");
        Ran check = sluice("topics", "check");

        assertEquals(0, dry.exitCode());
        assertEquals(
                "{\"topic\":\"" + prefix + "telegram.checkpoints\",\"status\":\"created\","
                        + "\"detail\":\"(dry run) 8 partitions, 1 replica, compact\"}",
                dry.out().get(1));
        assertEquals(4, check.exitCode());
        assertEquals(
                prefix + "telegram.updates missing wants 12 partitions, 1 replica, delete",
                check.out().get(0));
        assertEquals("sluice: topics: 15 of 15 are not as Sluice wants them; see above", check.lastErr());
    }

    @Test
    void aChosenShardCountIsRememberedAndAnotherOneRefused() throws Exception {
        Ran create = sluice("topics", "create", "--partitions", "telegram.checkpoints=4");
        Ran check = sluice("topics", "check");
        grow(prefix + "telegram.checkpoints", 5);
        Ran after = sluice("topics", "check");
        Ran again = sluice("topics", "create");

        assertEquals(0, create.exitCode());
        assertEquals(0, check.exitCode(), () -> check.out().toString());
        String row =
                prefix + "telegram.checkpoints differs was made with 4 partitions and has 5 now: bots would have two"
                        + " owners; wants 4";
        assertEquals(row, after.out().get(1));
        assertEquals(4, after.exitCode());
        assertEquals(row, again.out().get(1));
        assertEquals(1, again.exitCode());
    }

    /** A task of the gate owns the same partition of each. */
    @Test
    void whatIsKeyedBySenderHasTheCountOfTheRequests() throws Exception {
        Ran create = sluice("topics", "create", "--partitions", "outbound.requests=4");
        Ran check = sluice("topics", "check");
        grow(prefix + "outbound.commands", 5);
        Ran after = sluice("topics", "check");

        assertEquals(0, create.exitCode());
        assertTrue(create.out().contains(prefix + "outbound.attempts created 4 partitions, 1 replica, delete"));
        assertTrue(
                create.out().contains(prefix + "outbound.outcomes created 12 partitions, 1 replica, compact,delete"));
        assertEquals(0, check.exitCode(), () -> check.out().toString());
        assertEquals(4, after.exitCode());
        assertTrue(after.out().stream()
                .anyMatch(row -> row.startsWith(prefix + "outbound.commands differs 5 partitions, wants 4")));
    }

    /** What a killed poller leaves behind until its transaction times out. */
    @Test
    void anOpenTransactionDoesNotHoldUpTheCheckOfTheShardCount() throws Exception {
        try (KafkaProducer<byte[], byte[]> killed = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", kafka.servers(),
                        "transactional.id", "killed",
                        "transaction.timeout.ms", "300000"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            sluice("topics", "create");
            killed.initTransactions();
            killed.beginTransaction();
            killed.send(new ProducerRecord<>(prefix + "telegram.checkpoints", 0, bytes("110001"), bytes("open")))
                    .get();

            Ran check = sluice("topics", "check");

            assertEquals(0, check.exitCode(), () -> check.err().toString());
            killed.abortTransaction();
        }
    }

    @Test
    void wrongPartitionsAreAUsageError() {
        Ran unknown = sluice("topics", "create", "--partitions", "telegram.nonsense=4");
        Ran zero = sluice("topics", "create", "--partitions", "telegram.updates=0");
        Ran text = sluice("topics", "create", "--partitions", "telegram.updates=many");

        assertEquals(List.of(2, 2, 2), List.of(unknown.exitCode(), zero.exitCode(), text.exitCode()));
        assertTrue(unknown.lastErr().startsWith("sluice: --partitions: 'telegram.nonsense' is no topic of Sluice"));
        assertTrue(zero.lastErr().startsWith("sluice: --partitions: telegram.updates=0 is not accepted"));
        assertTrue(text.lastErr().startsWith("sluice: --partitions: "), text::lastErr);
    }

    @Test
    void kafkaThatDoesNotAnswerEndsWith3() {
        environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1");
        environment.put("SLUICE_STARTUP_TIMEOUT", "1s");

        Ran check = sluice("topics", "check");

        assertEquals(3, check.exitCode());
        assertTrue(check.lastErr().startsWith("sluice: kafka: no answer from 127.0.0.1:1 within 1000 ms"));
    }

    @Test
    void botsShowsTheLatestCheckpointOfEach() throws Exception {
        Instant at = Instant.parse("2026-11-30T12:00:00.123Z");
        store(BOT, new Checkpoint(8103, List.of(), at, "a", 6, 1, List.of()));
        store(BOT, new Checkpoint(8104, List.of(), at, "b", 7, 1, List.of()));

        Ran table = onShared("bots");
        Ran json = onShared("bots", "--json");

        assertEquals(0, table.exitCode());
        assertEquals(2, table.out().size(), () -> table.out().toString());
        assertTrue(
                table.out().get(1).matches("110001 +8104 2026-11-30T12:00:00.123Z +7 +0  b"),
                table.out().get(1));
        assertEquals(
                List.of("{\"bot_id\":110001,\"next_offset\":8104,\"updated_at\":\"2026-11-30T12:00:00.123Z\","
                        + "\"owner\":\"b\",\"epoch\":7,\"shard\":0,\"sequence\":1}"),
                json.out());
    }

    @Test
    void quarantineListShowsWhyAndWhereFrom() throws Exception {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                new Names(SHARED).topic(Topics.QUARANTINE), 0, 1_764_504_000_123L, bytes("110001:abc"), bytes("{}"));
        record.headers().add("sluice_reason", bytes("update_id_missing")).add("sluice_offset", bytes("8103"));
        send(record);

        Ran list = onShared("quarantine", "list", "--bytes");

        assertEquals(
                List.of(
                        "{\"stands_at\":\"shared.telegram.quarantine/0/0\",\"at\":\"2025-11-30T12:00:00.123Z\",\"bot_id\":110001,"
                                + "\"sha256\":\"abc\",\"reason\":\"update_id_missing\",\"poll_offset\":\"8103\",\"part\":null,"
                                + "\"size\":2,\"bytes\":\"e30=\"}"),
                list.out());
    }

    @Test
    @Tag("R18")
    void checkLooksAtEverythingAndConfirmsNothing() {
        simulator.client().pushFragment(BOT, "message", "\"message\":{\"date\":1,\"chat\":{\"id\":1}}");

        Ran check = onShared("check");

        assertEquals(0, check.exitCode(), () -> check.out() + " " + check.err());
        assertTrue(
                check.out().get(0).matches("kafka ok cluster \\S+, 1 brokers"),
                check.out().get(0));
        assertTrue(
                check.out().contains("topic:" + SHARED + "telegram.checkpoints ok 8 partitions, 1 replica, compact"));
        assertTrue(check.out().contains("acl:" + SHARED + "telegram.updates ok DESCRIBE_CONFIGS READ WRITE"));
        assertTrue(check.out().stream().anyMatch(row -> row.startsWith("bot:110001 ok @")));
        assertTrue(check.out().stream().anyMatch(row -> row.startsWith("webhook:110001 ok none, ")));
        assertTrue(check.out().contains("topic:" + SHARED + "outbound.requests ok 12 partitions, 1 replica, delete"));
        assertTrue(check.out().contains("acl:" + SHARED + "outbound.requests ok DESCRIBE_CONFIGS READ WRITE"));
        assertTrue(check.out().contains("acl:" + SHARED + "outbound.outcomes ok DESCRIBE_CONFIGS READ WRITE"));
        assertTrue(check.out().stream()
                .anyMatch(
                        row -> row.startsWith("acl:group:" + SHARED + "sluice-dispatch unknown nobody has joined it")));
        assertTrue(check.out().stream()
                .anyMatch(row -> row.startsWith(
                        "acl:transactional-ids:" + SHARED + "sluice-outbound-* unknown may be described")));
        try (Stream<LedgerCall> calls = simulator.client().calls(0)) {
            assertTrue(calls.noneMatch(call -> call.method().equalsIgnoreCase("getUpdates")));
        }
    }

    /** A webhook is in the way of polls only. */
    @Test
    void theSenderIsCheckedAloneWhenThatIsAskedFor() {
        simulator.client().forceWebhook(BOT + 1, "https://example.org/secret-path");
        environment.put("SLUICE_TELEGRAM_TOKENS", SimulatedTokens.tokenOf(BOT + 1));
        sluice("topics", "create");

        Ran send = sluice("check", "--service", "send");
        Ran both = sluice("check", "--service", "send", "--service", "ingest");
        environment.put("SLUICE_OUTBOUND_ATTEMPT_LEASE", "5s");
        Ran lease = sluice("check", "--service", "send");
        Ran ingest = sluice("check", "--service", "ingest");
        Ran other = sluice("check", "--service", "mail");

        assertEquals(
                List.of(0, 1, 2, 1, 2),
                List.of(send.exitCode(), both.exitCode(), lease.exitCode(), ingest.exitCode(), other.exitCode()));
        assertTrue(send.out().stream().noneMatch(row -> row.contains("telegram.updates") || row.contains("webhook")));
        assertTrue(send.out().contains("topic:" + prefix + "outbound.lanes ok 12 partitions, 1 replica, compact"));
        assertTrue(ingest.out().stream().noneMatch(row -> row.contains("outbound")));
        assertTrue(lease.lastErr().startsWith("sluice: SLUICE_OUTBOUND_ATTEMPT_LEASE: "), lease::lastErr);
        assertEquals("sluice: --service: 'mail' is not accepted; wants ingest or send", other.lastErr());
    }

    @Test
    @Tag("R13")
    void checkSaysWhatIsInTheWay() {
        simulator.client().forceWebhook(BOT + 1, "https://example.org/secret-path");
        environment.put(
                "SLUICE_TELEGRAM_TOKENS",
                SimulatedTokens.tokenOf(BOT + 1) + ",110009:SIMULATED-token-of-bot-110009-xxxxxx");

        Ran check = sluice("check");

        assertEquals(4, check.exitCode(), () -> check.out() + " " + check.err());
        String all = String.join("\n", check.out());
        assertTrue(all.contains("topic:" + prefix + "telegram.updates failed is missing, wants 12 partitions"), all);
        assertTrue(all.contains("webhook:110002 failed one is set, at example.org"), all);
        assertTrue(all.contains("bot:110009 failed the token is refused with 401"), all);
        assertTrue(!all.contains("secret-path") && !all.contains("SIMULATED"), all);
    }

    private static Map<String, String> environment(String prefix) {
        return new HashMap<>(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers(),
                "SLUICE_TOPICS_REPLICATION_FACTOR", "1",
                "SLUICE_TOPICS_PREFIX", prefix,
                "SLUICE_TELEGRAM_API_URL", simulator.apiUrl(),
                "SLUICE_TELEGRAM_TOKENS", SimulatedTokens.tokenOf(BOT)));
    }

    private static Ran onShared(String... args) {
        return Ran.sluice(environment(SHARED), args);
    }

    private Ran sluice(String... args) {
        return Ran.sluice(environment, args);
    }

    private static void store(long bot, Checkpoint checkpoint) throws Exception {
        send(new ProducerRecord<>(
                new Names(SHARED).topic(Topics.CHECKPOINTS),
                0,
                bytes(Long.toString(bot)),
                CheckpointCodec.encode(checkpoint)));
    }

    private static void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.servers()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    private static void grow(String topic, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
