package dev.sluice.system.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.cli.AllSettings;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.model.Names;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Partitions;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.SendService;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sender as a whole, on a real broker: from a request's record to a call and its outcome, across a restart. */
class SendServiceTest {
    private static final String SENDER = "telegram:110001";
    private static final Duration SOON = Duration.ofSeconds(40);

    @TempDir
    Path dir;

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private EmbeddedKafka kafka;
    private HttpServer api;
    private KafkaProducer<byte[], byte[]> producer;
    private SendService service;

    @BeforeEach
    void start() throws IOException {
        kafka = EmbeddedKafka.in(dir.resolve("kafka")).start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            var unused = new TopicAdmin(admin, new Names(""), 1).create(Topics.usedByOutbound(), Map.of(), false);
        }
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        api.createContext("/", exchange -> {
            calls.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            byte[] answer = "{\"ok\":true,\"result\":{\"message_id\":7}}".getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        api.start();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        service = started();
    }

    @AfterEach
    void stop() {
        service.drain(Duration.ofSeconds(20));
        producer.close();
        api.stop(0);
        kafka.close();
    }

    @Test
    void aRequestIsSentOnceAndItsOutcomeIsStoredAlsoAcrossARestart() throws Exception {
        // Given
        write(Topics.REQUESTS, request("a", 42));
        await().atMost(SOON).until(() -> states().contains("a sent"));
        assertEquals(List.of("{\"chat_id\":42,\"text\":\"hi\"}"), List.copyOf(calls));
        assertEquals(200, ready());
        write(Topics.COMMANDS, "{\"command\":\"pause\",\"sender\":\"" + SENDER + "\"}");
        write(Topics.REQUESTS, request("b", 43));
        await().atMost(SOON).until(() -> states().contains("b accepted"));

        // When
        boolean clean = service.drain(Duration.ofSeconds(20));
        service = started();
        await().atMost(SOON).until(() -> ready() == 200);
        write(Topics.REQUESTS, request("a", 42));
        write(Topics.COMMANDS, "{\"command\":\"resume\",\"sender\":\"" + SENDER + "\"}");

        // Then
        await().atMost(SOON).until(() -> states().contains("b sent"));
        assertTrue(clean);
        assertEquals(2, calls.size());
        assertEquals(List.of("a accepted", "a sent", "b accepted", "b sent"), states());
    }

    @Test
    void aTokenThatIsPutThereLaterSendsAtOnceWhatHasWaitedForIt() throws Exception {
        // Given
        assertTrue(service.drain(Duration.ofSeconds(20)));
        Path tokens = Files.createDirectory(dir.resolve("tokens"));
        service = started("SLUICE_TELEGRAM_TOKEN_DIR", tokens.toString());
        write(Topics.REQUESTS, request("a", 42));
        await().atMost(SOON)
                .until(() -> values(Topics.LANES).stream()
                        .anyMatch(lane -> new String(lane, UTF_8).contains("\"parked\":\"no_credentials\"")));
        assertEquals(List.of(), calls);

        // When
        Files.writeString(tokens.resolve("bot"), SimulatedTokens.tokenOf(110001));

        // Then: long before the next probe of a parked lane
        await().atMost(SOON).until(() -> states().contains("a sent"));
        assertEquals(1, calls.size());
    }

    @Test
    void theDeskBuiltInShowsTheLaneAndWhatIsDecidedThereIsDone() throws Exception {
        // Given
        write(Topics.REQUESTS, request("a", 42));
        await().atMost(SOON).until(() -> states().contains("a sent"));
        await().atMost(SOON).until(() -> desk("/api/lanes").contains("\"sender\":\"" + SENDER + "\""));
        await().atMost(SOON).until(() -> desk("/api/outcomes?request_id=a").contains("\"state\":\"sent\""));

        // When
        HttpRequest pause = HttpRequest.newBuilder(deskUrl("/api/commands"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"command\":\"pause\",\"sender\":\"" + SENDER + "\"}"))
                .build();
        assertEquals(
                202,
                HttpClient.newHttpClient().send(pause, BodyHandlers.ofString()).statusCode());

        // Then
        await().atMost(SOON).until(() -> desk("/api/lanes").contains("\"paused\":true"));
        URI ready = URI.create("http://127.0.0.1:" + service.managementPort() + "/ready");
        String checks = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(ready).build(), BodyHandlers.ofString())
                .body();
        assertTrue(checks.contains("{\"name\":\"desk\",\"status\":\"up\""), checks);
    }

    @Test
    void anotherSenderInItsStateDirectoryIsRefused() {
        SendService second = unstarted("SLUICE_TELEGRAM_TOKENS", SimulatedTokens.tokenOf(110001));

        StartFailure refused = assertThrows(StartFailure.class, second::start);

        assertTrue(second.drain(Duration.ofSeconds(20)));
        assertEquals(ExitCode.USAGE, refused.exitCode());
        assertTrue(
                refused.line().startsWith("sluice: SLUICE_STATE_DIR: '" + dir.resolve("state") + "' is not usable"),
                refused::line);
    }

    private SendService started() {
        return started("SLUICE_TELEGRAM_TOKENS", SimulatedTokens.tokenOf(110001));
    }

    private SendService started(String tokenKey, String tokenValue) {
        SendService fresh = unstarted(tokenKey, tokenValue);
        fresh.start();
        return fresh;
    }

    private SendService unstarted(String tokenKey, String tokenValue) {
        Settings settings = Settings.load(
                Map.of(
                        "SLUICE_KAFKA_BOOTSTRAP_SERVERS",
                        kafka.bootstrapServers(),
                        "SLUICE_TOPICS_REPLICATION_FACTOR",
                        "1",
                        tokenKey,
                        tokenValue,
                        "SLUICE_TELEGRAM_API_URL",
                        "http://127.0.0.1:" + api.getAddress().getPort(),
                        "SLUICE_STATE_DIR",
                        dir.resolve("state").toString(),
                        "SLUICE_MANAGEMENT_PORT",
                        "0",
                        "SLUICE_DESK_PORT",
                        "0",
                        "SLUICE_MANAGEMENT_BIND",
                        "127.0.0.1"),
                List.of(),
                AllSettings.list(),
                AllSettings.FAMILIES);
        return new SendService(settings, "test", "0.1", Clock.systemUTC());
    }

    private String desk(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(deskUrl(path)).build(), BodyHandlers.ofString())
                .body();
    }

    private URI deskUrl(String path) {
        return URI.create("http://127.0.0.1:" + service.deskPort() + path);
    }

    private int ready() throws IOException, InterruptedException {
        URI url = URI.create("http://127.0.0.1:" + service.managementPort() + "/ready");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                .statusCode();
    }

    private static String request(String id, long chat) {
        return "{\"request_id\":\"" + id + "\",\"sender\":\"" + SENDER
                + "\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":" + chat + ",\"text\":\"hi\"}}";
    }

    private void write(TopicSpec topic, String json) throws Exception {
        int partition = Partitions.forSender(SENDER, topic.partitions());
        producer.send(new ProducerRecord<>(topic.name(), partition, SENDER.getBytes(UTF_8), json.getBytes(UTF_8)))
                .get();
    }

    /** All outcomes that a read_committed reader sees, in the order of their partition: one partition holds a job. */
    private List<String> states() {
        return values(Topics.OUTCOMES).stream()
                .map(OutcomeCodec::decode)
                .map(outcome -> outcome.requestId() + " " + outcome.state().word())
                .sorted()
                .toList();
    }

    private List<byte[]> values(TopicSpec topic) {
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            Set<TopicPartition> all = Set.copyOf(reader.partitionsFor(topic.name()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList());
            reader.assign(all);
            reader.seekToBeginning(all);
            Map<TopicPartition, Long> ends = reader.endOffsets(all);
            List<byte[]> values = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
                reader.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
            }
            return values;
        }
    }
}
