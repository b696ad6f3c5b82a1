package dev.sluice.outbound.desk;

import static dev.sluice.outbound.desk.board.MadeUp.BOT;
import static dev.sluice.outbound.desk.board.MadeUp.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.JobKey;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.Names;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Partitions;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.desk.board.MadeUp;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.feed.DeskTopics;
import dev.sluice.outbound.desk.feed.ReviewReader;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.PartitionReader;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.testbroker.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The desk on a real broker: what is stored is shown, by every instance, and what is decided is stored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeskBrokerTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> open = new ArrayList<>();
    private TestBroker broker;
    private Admin admin;
    private Names names;
    private Producer<byte[], byte[]> producer;

    @BeforeAll
    void startBroker() throws Exception {
        broker = TestBroker.start(Map.of());
    }

    @AfterAll
    void stopBroker() {
        broker.close();
    }

    /** Topics of its own for each test, by prefix. */
    @BeforeEach
    void start() throws Exception {
        names = new Names("desk" + NAMES.incrementAndGet() + ".");
        KafkaClients clients = clients(Map.of());
        admin = opened(clients.admin());
        var unused = new TopicAdmin(admin, names, 1)
                .create(List.of(Topics.LANES, Topics.REVIEWS, Topics.OUTCOMES, Topics.COMMANDS), Map.of(), false);
        producer = opened(clients.producer("gate"));
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        open.clear();
    }

    @Test
    void whoComesLateSeesEverythingAndClosedReviewsAreGone() throws Exception {
        // Given
        for (int i = 0; i < 30; i++) {
            write(review("r" + i, i));
        }
        write(Topics.LANES, BOT.text(), LaneCodec.encode(MadeUp.lane(BOT, Optional.empty())));
        write(Topics.REVIEWS, key("r7").text(), null);
        write(Topics.REVIEWS, "telegram:110001/broken", "{".getBytes(UTF_8));
        write(Topics.REVIEWS, "telegram:110001/not-its-key", ReviewCodec.encode(review("r8", 8)));

        // When two come late
        Desk first = desk(Map.of());
        Desk second = desk(Map.of());

        // Then
        for (Desk desk : List.of(first, second)) {
            await().atMost(SOON).until(desk::isReady);
            JsonNode reviews = get(desk, "/api/reviews?limit=1000");
            assertEquals(29, reviews.get("total").intValue());
            assertTrue(reviews.get("complete").booleanValue());
            assertEquals(
                    29,
                    get(desk, "/api/lanes").get("lanes").get(0).get("unknown").intValue());
        }

        // When one is settled, and another one comes
        write(Topics.REVIEWS, key("r0").text(), null);
        write(review("new", 99));

        // Then both hear of it
        for (Desk desk : List.of(first, second)) {
            await().atMost(SOON)
                    .until(() -> get(desk, "/api/reviews?q=new").get("total").intValue() == 1);
            await().atMost(SOON)
                    .until(() -> get(desk, "/api/reviews").get("total").intValue() == 29);
        }
        assertTrue(groups().stream().noneMatch(group -> group.contains("desk")), "no group, so no commits");
    }

    @Test
    void commandsLieWhereTheGateLooksForThemWithWhoGaveThem() throws Exception {
        // Given
        Desk desk = desk(Map.of());
        write(review("r1", 1));
        await().atMost(SOON).until(() -> get(desk, "/api/reviews").get("total").intValue() == 1);
        List<Sender> senders = Stream.iterate(110_001L, bot -> bot + 1)
                .limit(20)
                .map(Sender::telegram)
                .toList();
        StringBuilder commands = new StringBuilder("[");
        senders.forEach(sender -> commands.append("{\"command\":\"pause\",\"sender\":\"")
                .append(sender)
                .append("\"},"));
        commands.append(
                "{\"command\":\"resolve\",\"sender\":\"telegram:110001\",\"request_id\":\"r1\",\"decision\":\"drop\"}]");

        // When
        HttpResponse<String> answer = post(desk, commands.toString());

        // Then
        assertEquals(202, answer.statusCode(), answer.body());
        List<ConsumerRecord<byte[], byte[]>> stored = read(Topics.COMMANDS);
        assertEquals(21, stored.size());
        for (ConsumerRecord<byte[], byte[]> record : stored) {
            JsonNode command = JsonMapper.shared().readTree(record.value());
            String sender = command.get("sender").stringValue();
            assertEquals(sender, new String(record.key(), UTF_8));
            assertEquals(Partitions.forSender(sender, Topics.COMMANDS.partitions()), record.partition());
            assertEquals("desk:127.0.0.1", command.get("by").stringValue());
        }
        String resolve = stored.stream()
                .map(record -> new String(record.value(), UTF_8))
                .filter(value -> value.contains("resolve"))
                .findFirst()
                .orElseThrow();
        assertTrue(resolve.contains("\"attempt\":2"), resolve);
    }

    @Test
    void aWholeReviewIsReadFromItsPlaceAndNotFoundOnceItIsClosed() throws Exception {
        // Given one larger than what is fetched ahead
        Desk desk = desk(Map.of());
        Review large = MadeUp.review(BOT, "large", State.HELD, 1, "\"" + "Ж".repeat(700_000) + "\"", NOON);
        write(large);
        write(review("other", 2));
        await().atMost(SOON).until(() -> get(desk, "/api/reviews").get("total").intValue() == 2);

        // When
        HttpResponse<String> answer = ask(desk, "/api/reviews/telegram:110001/large");

        // Then
        assertEquals(200, answer.statusCode());
        int partition = Partitions.of(key("large").text(), Topics.REVIEWS.partitions());
        assertEquals(
                "{\"place\":\"" + names.topic(Topics.REVIEWS) + "/" + partition + "/0\","
                        + new String(ReviewCodec.encode(large), UTF_8).substring(1),
                answer.body());
        assertEquals(200, ask(desk, "/api/reviews/telegram:110001/other").statusCode());

        // When it is settled
        write(Topics.REVIEWS, key("large").text(), null);

        // Then
        await().atMost(SOON)
                .until(() -> ask(desk, "/api/reviews/telegram:110001/large").statusCode() == 404);
    }

    /** Its index still names the old place: what lies there now is another review, or nothing. */
    @Test
    void whatCompactionHasTakenIsNotAnswered() throws Exception {
        // Given a review whose record is compacted away while the desk does not hear of it
        compactAtOnce();
        String key = key("a").text();
        int partition = Partitions.of(key, Topics.REVIEWS.partitions());
        write(MadeUp.review(BOT, "a", State.HELD, 1, "\"first\"", NOON));
        KafkaClients clients = clients(Map.of());
        var reader =
                opened(new ReviewReader(DeskTopics.of(names), () -> clients.reader("read", ReviewReader.CONSUMER)));
        var known = OpenReview.of(MadeUp.review(BOT, "a", State.HELD, 1, "\"first\"", NOON), partition, 0);
        assertTrue(reader.read(known).isPresent());

        // When
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> {
                    write(MadeUp.review(BOT, "a", State.HELD, 1, "\"next\"", NOON));
                    return reader.read(known).isEmpty();
                });

        // Then the desk itself goes by what it hears, and finds the new one
        Desk desk = desk(Map.of());
        await().atMost(SOON).until(desk::isReady);
        await().atMost(SOON)
                .until(() -> ask(desk, "/api/reviews/telegram:110001/a").body().contains("\"next\""));
    }

    @Test
    void outcomesAreReadFromALittleBeforeTheirEnd() throws Exception {
        // Given more than are looked back for, in one partition
        String job = key("same").text();
        int partition = Partitions.of(job, Topics.OUTCOMES.partitions());
        for (int i = 0; i < 1_500; i++) {
            producer.send(new ProducerRecord<>(
                    names.topic(Topics.OUTCOMES),
                    partition,
                    job.getBytes(UTF_8),
                    OutcomeCodec.encode(MadeUp.outcome(BOT, "r" + i, 42, NOON.plusSeconds(i)))));
        }
        producer.flush();

        // When
        Desk desk = desk(Map.of("SLUICE_DESK_OUTCOMES", "100000"));
        Desk few = desk(Map.of("SLUICE_DESK_OUTCOMES", "100"));
        Desk none = desk(Map.of("SLUICE_DESK_OUTCOMES", "0"));

        // Then
        await().atMost(SOON)
                .until(() -> get(desk, "/api/outcomes").get("complete").booleanValue());
        JsonNode all = get(desk, "/api/outcomes?limit=1000");
        assertEquals("r1499", all.get("outcomes").get(0).get("request_id").stringValue());
        assertTrue(all.get("since").isNull(), "it knows all that there are");
        assertEquals(1, get(desk, "/api/outcomes?request_id=r3").get("outcomes").size());

        await().atMost(SOON)
                .until(() -> get(few, "/api/outcomes").get("complete").booleanValue());
        JsonNode newest = get(few, "/api/outcomes?limit=1000");
        assertEquals(100, newest.get("outcomes").size());
        assertEquals("2026-11-30T12:23:19.000Z", newest.get("since").stringValue(), "r1399, the last that went");

        await().atMost(SOON).until(none::isReady);
        assertEquals(0, get(none, "/api/outcomes").get("outcomes").size());
    }

    /** A user without any right: the desk says so and goes on to try; it stands still, and nothing else does. */
    @Test
    void whatItMayNotReadItSays() throws Exception {
        Desk desk = desk(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                broker.saslServers(),
                "SLUICE_KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM",
                "PLAIN",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG",
                TestBroker.jaasConfig("nobody", "nobody")));

        await().atMost(SOON).until(() -> desk.text().contains("cannot read: "));
        assertTrue(desk.isAlive());
        assertFalse(desk.isReady());
        assertFalse(get(desk, "/api/reviews").get("complete").booleanValue());
        HttpResponse<String> answer = post(desk, "{\"command\":\"pause\",\"sender\":\"telegram:110001\"}");
        assertEquals(503, answer.statusCode());
        assertTrue(answer.body().startsWith("{\"error\":\"unavailable\""), answer.body());
    }

    private void compactAtOnce() throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, names.topic(Topics.REVIEWS));
        admin.incrementalAlterConfigs(Map.of(
                        topic,
                        Stream.of("segment.ms=100", "min.cleanable.dirty.ratio=0.01", "max.compaction.lag.ms=100")
                                .map(text -> text.split("=", 2))
                                .map(pair ->
                                        new AlterConfigOp(new ConfigEntry(pair[0], pair[1]), AlterConfigOp.OpType.SET))
                                .toList()))
                .all()
                .get();
    }

    private Review review(String id, long chat) {
        return MadeUp.review(BOT, id, State.UNKNOWN, chat, "\"hi\"", NOON.plusSeconds(chat));
    }

    private static JobKey key(String id) {
        return new JobKey(BOT, id);
    }

    private void write(Review review) throws Exception {
        write(Topics.REVIEWS, key(review.requestId()).text(), ReviewCodec.encode(review));
    }

    private void write(TopicSpec topic, String key, byte @Nullable [] value) throws Exception {
        int partition = Partitions.of(key, topic.partitions());
        producer.send(new ProducerRecord<>(names.topic(topic), partition, key.getBytes(UTF_8), value))
                .get();
    }

    private List<ConsumerRecord<byte[], byte[]>> read(TopicSpec topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (Consumer<byte[], byte[]> reader = clients(Map.of()).reader()) {
            for (int p = 0; p < topic.partitions(); p++) {
                PartitionReader.readToEnd(admin, reader, new TopicPartition(names.topic(topic), p), SOON, records::add);
            }
        }
        return records;
    }

    private List<String> groups() throws Exception {
        return admin.listGroups().all().get().stream()
                .map(group -> group.groupId())
                .toList();
    }

    private Desk desk(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of("SLUICE_DESK_PORT", "0"));
        environment.putAll(more);
        Settings settings = settings(environment);
        Desk desk = opened(new Desk(
                settings,
                new KafkaClients(settings, new SimpleMeterRegistry()),
                new SimpleMeterRegistry(),
                "test",
                "0.1",
                Clock.systemUTC()));
        desk.start(admin);
        return desk;
    }

    private KafkaClients clients(Map<String, String> environment) {
        return new KafkaClients(settings(environment), new SimpleMeterRegistry());
    }

    private Settings settings(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putIfAbsent("SLUICE_KAFKA_BOOTSTRAP_SERVERS", broker.servers());
        all.put("SLUICE_TOPICS_PREFIX", names.prefix());
        List<Setting<?>> known = new ArrayList<>(CommonSettings.ALL);
        known.addAll(DeskSettings.ALL);
        return Settings.load(all, List.of(), known);
    }

    private JsonNode get(Desk desk, String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(desk, path);
        assertEquals(200, answer.statusCode(), answer.body());
        return JsonMapper.shared().readTree(answer.body());
    }

    private HttpResponse<String> ask(Desk desk, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + desk.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(Desk desk, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + desk.port() + "/api/commands"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }
}
