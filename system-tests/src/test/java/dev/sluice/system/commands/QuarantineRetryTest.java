package dev.sluice.system.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.cli.AllSettings;
import dev.sluice.ingest.IngestService;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.system.schema.StackRecords;
import dev.sluice.testbroker.TestBroker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a real poller has put into quarantine, and what {@code sluice quarantine retry} makes of it. */
class QuarantineRetryTest {
    private static final long BOT = 110001;
    private static final Duration SOON = Duration.ofSeconds(60);

    /** More than the topic takes, and more than the Bot API of today ever sends. */
    private static final String LARGE =
            "{\"update_id\":1000,\"message\":{\"chat\":{\"id\":42},\"text\":\"" + "x".repeat(1_100_000) + "\"}}";

    private static final String NO_ID = "{\"message\":{\"chat\":{\"id\":42}}}";
    private static final String SMALL = "{\"update_id\":1001,\"message\":{\"chat\":{\"id\":42},\"text\":\"b\"}}";
    private static final String LARGE_KEY = BOT + ":1000";
    private static final String SMALL_KEY = BOT + ":1001";

    @TempDir
    static Path dir;

    private static TestBroker kafka;
    private static Simulator simulator;
    private static IngestService poller;

    @BeforeAll
    static void start() throws Exception {
        kafka = TestBroker.start(Map.of());
        simulator = Simulator.builder().logDirectory(dir).bots(BOT, 1).start();
        String answer = "{\"ok\":true,\"result\":[" + LARGE + "," + NO_ID + "," + SMALL + "]}";
        simulator
                .client()
                .putFaults(
                        "{\"rules\":[{\"match\":{\"method\":\"getUpdates\",\"nth\":1},\"do\":{\"kind\":\"answer\",\"status\":200,"
                                + "\"body\":" + JsonMapper.shared().writeValueAsString(answer) + "}},"
                                // then it is parked: an event, and no more polls
                                + "{\"match\":{\"method\":\"getUpdates\"},\"do\":{\"kind\":\"answer\",\"status\":401,"
                                + "\"body\":\"{\\\"ok\\\":false,\\\"error_code\\\":401,\\\"description\\\":\\\"Unauthorized\\\"}\"}}]}");
        assertEquals(0, sluice("topics", "create").exitCode());
        Settings settings = Settings.load(environment(), List.of(), AllSettings.list(), AllSettings.FAMILIES);
        poller = new IngestService(settings, "poller", Clock.systemUTC());
        poller.start();
    }

    @AfterAll
    static void stop() {
        poller.drain(Duration.ofSeconds(20));
        simulator.close();
        kafka.close();
    }

    @Test
    void whatWasOnlyTooLargeIsStoredOnceAndTheRestIsRefused() throws Exception {
        // Given: a poller has put one that is too large and one without an id into quarantine, and stored their
        // neighbour
        await().atMost(SOON).until(() -> keys().equals(List.of(SMALL_KEY)));
        assertEquals(2, quarantined().size());
        await().atMost(SOON).until(() -> !read(Topics.INGEST_EVENTS).isEmpty());
        JsonNode tooLarge = quarantined("too_large");
        JsonNode noId = quarantined("update_id_missing");
        String place = tooLarge.path("stands_at").asString();

        // When
        Ran tooEarly = sluice("quarantine", "retry", place);
        raiseMaxMessageBytes();
        Ran retry = sluice("quarantine", "retry", place, noId.path("stands_at").asString(), "telegram.quarantine/0/99");
        Ran again = sluice("quarantine", "retry", "--all");

        // Then
        assertEquals(List.of(1, 1, 1), List.of(tooEarly.exitCode(), retry.exitCode(), again.exitCode()));
        assertEquals(
                List.of(place + " refused is larger than telegram.updates takes; wants its max.message.bytes raised"),
                tooEarly.out());
        ConsumerRecord<byte[], byte[]> stored = updates().stream()
                .filter(record -> new String(record.key(), UTF_8).equals(LARGE_KEY))
                .findFirst()
                .orElseThrow();
        String storedAt = stored.topic() + "/" + stored.partition() + "/" + stored.offset();
        assertEquals(
                List.of(
                        place + " retried " + storedAt,
                        noId.path("stands_at").asString()
                                + " refused has no id of its own to be stored under (update_id_missing)",
                        "telegram.quarantine/0/99 missing nothing stands there"),
                retry.out().stream().sorted(byArgument(place, noId)).toList());
        assertEquals("sluice: quarantine: 2 of 3 were not retried; see above", retry.lastErr());
        assertEquals(List.of(place + " refused is stored already, at " + storedAt), again.out());
        assertEquals(List.of(SMALL_KEY, LARGE_KEY), keys(), "once, and behind its neighbour");
        assertEquals(updates().get(0).partition(), stored.partition(), "the chat's partition");
        assertArrayEquals(LARGE.getBytes(UTF_8), stored.value());
        assertEquals(place, header(stored, "sluice_retried"));
        assertEquals("1", header(stored, "sluice_sequence"));
        assertEquals(
                stored.timestamp(), Instant.parse(header(stored, "ce_time")).toEpochMilli());
        assertEquals(
                Instant.parse(tooLarge.path("at").asString()).toEpochMilli(),
                stored.timestamp(),
                "when it was received");
        Map<String, Integer> seen = StackRecords.assertAsPromised(
                kafka.servers(),
                new Names(""),
                List.of(Topics.UPDATES, Topics.QUARANTINE, Topics.CHECKPOINTS, Topics.INGEST_EVENTS));
        assertEquals(2, seen.get(Topics.UPDATES.name()));
    }

    private static Comparator<String> byArgument(String place, JsonNode noId) {
        List<String> order = List.of(place, noId.path("stands_at").asString(), "telegram.quarantine/0/99");
        return Comparator.comparingInt(line -> order.indexOf(line.substring(0, line.indexOf(' '))));
    }

    private static void raiseMaxMessageBytes() throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.UPDATES.name());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            admin.incrementalAlterConfigs(Map.of(
                            topic,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", "4194304"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    private static JsonNode quarantined(String reason) {
        return quarantined().stream()
                .filter(record -> record.path("reason").asString().equals(reason)
                        && record.path("part").isNull())
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> quarantined() {
        return sluice("quarantine", "list").out().stream()
                .map(JsonMapper.shared()::readTree)
                .filter(record -> record.path("part").isNull())
                .toList();
    }

    private static List<String> keys() {
        return updates().stream().map(record -> new String(record.key(), UTF_8)).toList();
    }

    /** What is visible of the one chat's partition. */
    private static List<ConsumerRecord<byte[], byte[]>> updates() {
        return read(Topics.UPDATES);
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(TopicSpec topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.servers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                    .map(info -> new TopicPartition(topic.name(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(Duration.ofMillis(50)).forEach(records::add);
            }
        }
        return records;
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }

    private static Ran sluice(String... args) {
        return Ran.sluice(environment(), args);
    }

    private static Map<String, String> environment() {
        return Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                kafka.servers(),
                "SLUICE_TOPICS_REPLICATION_FACTOR",
                "1",
                "SLUICE_TELEGRAM_API_URL",
                simulator.apiUrl(),
                "SLUICE_TELEGRAM_TOKENS",
                SimulatedTokens.tokenOf(BOT),
                "SLUICE_MANAGEMENT_PORT",
                "0",
                "SLUICE_MANAGEMENT_BIND",
                "127.0.0.1");
    }
}
