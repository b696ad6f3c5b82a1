package dev.sluice.system.secured;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.AclRole;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.SendNeeds;
import dev.sluice.runtime.acl.KafkaNeed;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.system.commands.Ran;
import dev.sluice.system.secured.NotingAuthorizer.Asked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The whole circle with a user for each role, who may do what the role needs and nothing else: everything works, nobody asks
 * for more, and whatever a role needs was asked for.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(
        named = "broker",
        matches = "container",
        disabledReason = "the authoriser is a class of this JVM")
class AclWorkTest {
    private static final Names NAMES = new Names("acl.");
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long BOT = 110_001;
    private static final long ODD_BOT = 110_002;
    private static final String SENDER = "telegram:" + BOT;

    @TempDir
    static Path dir;

    private SecuredKafka kafka;
    private Simulator simulator;

    @BeforeAll
    void circle() throws Exception {
        kafka = new SecuredKafka();
        simulator =
                Simulator.builder().logDirectory(dir).heap("128m").bots(BOT, 2).start();
        kafka.users(Arrays.stream(AclRole.values())
                .collect(Collectors.toMap(AclRole::word, role -> role.needs(NAMES, groupOf(role)))));
        assertDone(as(AclRole.TOPICS), "topics", "create");
        assertDone(as(AclRole.TOPICS), "topics", "check");
        try (RunningService unused = RunningService.ingest(as(AclRole.INGEST))) {
            poll();
            assertDone(as(AclRole.OPERATOR), "bots");
            assertDone(as(AclRole.OPERATOR), "quarantine", "list");
            assertDone(as(AclRole.INGEST), "check", "--service", "ingest");
        }
        try (RunningService unused = RunningService.send(sender("one"))) {
            send();
            operate();
            assertDone(as(AclRole.SEND), "check", "--service", "send");
        }
        look();
        // on another host, so that it reads the changelogs
        try (RunningService unused = RunningService.send(sender("another"))) {
            write(SENDER, request("restored", 9));
            awaitOutcome("restored", "sent");
        }
    }

    @AfterAll
    void stop() {
        simulator.close();
        kafka.close();
    }

    @ParameterizedTest
    @EnumSource(value = AclRole.class, names = "REDRIVE", mode = EnumSource.Mode.EXCLUDE) // nothing is too large here
    void allThatARoleNeedsWasAskedFor(AclRole role) {
        Set<Asked> asked = NotingAuthorizer.asked(role.word());

        Set<String> idle = new TreeSet<>();
        // what only the desk needs is asked for when somebody looks at it
        List<KafkaNeed> needs = role == AclRole.SEND ? SendNeeds.required(NAMES) : role.needs(NAMES, groupOf(role));
        for (KafkaNeed need : needs) {
            for (AclOperation operation : need.operations()) {
                if (asked.stream()
                        .noneMatch(each -> each.allowed()
                                && each.operation() == operation
                                && each.isAbout(need.type(), need.pattern(), need.name()))) {
                    idle.add(operation + " on " + need.resource());
                }
            }
        }
        assertEquals(Set.of(), idle);
    }

    @ParameterizedTest
    @EnumSource(AclRole.class)
    void nothingWasDenied(AclRole role) {
        Set<String> denied = NotingAuthorizer.asked(role.word()).stream()
                .filter(each -> !each.allowed())
                // whoever asks for a group's positions is shown those of the topics that he may describe, and no more
                .filter(each -> role != AclRole.OPERATOR || !each.name().equals(NAMES.topic(Topics.ATTEMPT_RESULTS)))
                .map(each -> each.operation() + " on " + each.type() + " " + each.name())
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(Set.of(), denied);
    }

    @Test
    void aSenderThatLosesOneEndsAndSaysWhich() throws Exception {
        kafka.users(Map.of("losing-sender", AclRole.SEND.needs(NAMES, "")));
        Map<String, String> environment = as("losing-sender");
        environment.put("SLUICE_STATE_DIR", dir.resolve("losing").toString());
        try (RunningService sender = RunningService.send(environment)) {
            kafka.deny("losing-sender", KafkaNeed.topic(NAMES.topic(Topics.OUTCOMES), AclOperation.WRITE));
            write(SENDER, request("lost", 10));

            assertNames(sender.fault(), NAMES.topic(Topics.OUTCOMES));
        }
    }

    @Test
    void aPollerThatLosesOneEndsAndSaysWhich() throws Exception {
        kafka.users(Map.of("losing-poller", AclRole.INGEST.needs(NAMES, "")));
        try (RunningService poller = RunningService.ingest(as("losing-poller"))) {
            kafka.deny("losing-poller", KafkaNeed.topic(NAMES.topic(Topics.UPDATES), AclOperation.WRITE));
            simulator.client().pushFragment(BOT, "message", message(3));

            assertNames(poller.fault(), NAMES.topic(Topics.UPDATES));
        }
    }

    @Test
    void aSenderWhoseDeskMayNotReadSendsAllTheSame() throws Exception {
        kafka.users(Map.of("blind-sender", SendNeeds.required(NAMES)));
        Map<String, String> environment = as("blind-sender");
        environment.put("SLUICE_STATE_DIR", dir.resolve("blind").toString());
        try (RunningService unused = RunningService.send(environment)) {
            write(SENDER, request("blind", 11));

            awaitOutcome("blind", "sent");
        }
    }

    private static void assertNames(Throwable fault, String topic) {
        StartFailure failure = assertInstanceOf(StartFailure.class, fault);
        assertEquals(ExitCode.UNREACHABLE, failure.exitCode());
        assertTrue(failure.line().contains("Not authorized to access topics: [" + topic + "]"), failure::line);
    }

    /** Updates of all kinds of fate, an id that comes a second time among them. */
    private void poll() {
        int id = simulator.client().pushFragment(BOT, "message", message(1)).updateId();
        for (int i = 1; i < 40; i++) {
            simulator.client().pushFragment(BOT, "message", message(1));
        }
        awaitUpdate(BOT + ":" + (id + 39), "\"text\":\"1\"");
        // so far back that our offset is far above all there is: the server does not heed it then
        simulator.client().restartSequence(BOT, id + 1);
        simulator.client().pushFragment(BOT, "message", message(2));
        awaitUpdate(BOT + ":" + (id + 1), "\"text\":\"2\"");
        simulator.client().pushElement(ODD_BOT, "message", "{\"update_id\":\"no number\"}".getBytes(UTF_8));
        simulator.client().pushFragment(ODD_BOT, "message", message(4));
        awaitRecord(
                Topics.UPDATES, AclRole.CONSUMER, record -> text(record.value()).contains("\"text\":\"4\""));
    }

    private void awaitUpdate(String key, String part) {
        awaitRecord(
                Topics.UPDATES,
                AclRole.CONSUMER,
                record -> text(record.key()).equals(key) && text(record.value()).contains(part));
    }

    /** Requests of all kinds of fate: sent, lost, refused, in the wrong partition. */
    private void send() throws Exception {
        write(SENDER, request("plain", 5));
        awaitOutcome("plain", "sent");
        int right = Partitions.forSender(SENDER, Topics.REQUESTS.partitions());
        write((right + 1) % Topics.REQUESTS.partitions(), SENDER, request("astray", 6));
        awaitOutcome("astray", "sent");
        write(SENDER, "no request");
        simulator
                .client()
                .putFaults("{\"rules\":[{\"match\":{\"bots\":[" + BOT
                        + "],\"nth\":1},\"do\":{\"kind\":\"drop_after_effect\"}}]}");
        write(SENDER, request("lost-answer", 7));
        awaitOutcome("lost-answer", "unknown");
        simulator.client().clearFaults();
    }

    /** A desk of its own: everything is shown, and a command taken. */
    private void look() {
        try (RunningService desk = RunningService.desk(as(AclRole.DESK))) {
            await().atMost(SOON)
                    .until(() ->
                            desk.ask("/api/outcomes?request_id=plain").body().contains("\"sent\""));
            await().atMost(SOON).until(() -> desk.ask("/api/lanes").body().contains(SENDER));
            await().atMost(SOON).until(() -> desk.ask("/api/reviews").body().contains("\"complete\":true"));
            assertEquals(
                    202,
                    desk.post("/api/commands", "{\"command\":\"resume\",\"sender\":\"" + SENDER + "\"}")
                            .statusCode());
        }
    }

    private void operate() {
        assertDone(
                as(AclRole.OPERATOR),
                "request",
                "resolve",
                "--sender",
                SENDER,
                "--id",
                "lost-answer",
                "--decision",
                "drop",
                "--by",
                "ann");
        awaitOutcome("lost-answer", "dropped");
        String[] request = {
            "request",
            "send",
            "--sender",
            SENDER,
            "--method",
            "sendMessage",
            "--params",
            "{\"chat_id\":8,\"text\":\"hi\"}",
            "--id",
            "by-hand",
            "--wait",
            "30s"
        };
        assertDone(as(AclRole.OPERATOR), request);
        assertDone(as(AclRole.OPERATOR), request); // a repeat is answered once the gate has passed it
        assertDone(as(AclRole.OPERATOR), "request", "status", "--sender", SENDER);
        Ran letters = assertDone(as(AclRole.OPERATOR), "dead-letters", "list");
        assertTrue(
                letters.out().stream().anyMatch(row -> row.contains("not_json")),
                () -> letters.out().toString());
    }

    private void awaitOutcome(String id, String state) {
        awaitRecord(
                Topics.OUTCOMES,
                AclRole.OUTCOMES,
                record -> text(record.value()).contains("\"request_id\":\"" + id + "\"")
                        && text(record.value()).contains("\"state\":\"" + state + "\""));
    }

    /** Reads on as a member of the role's group until it has come. */
    private void awaitRecord(TopicSpec topic, AclRole role, Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        Map<String, Object> properties = kafka.properties(role.word());
        properties.putAll(Map.of(
                "group.id", groupOf(role), "auto.offset.reset", "earliest", "isolation.level", "read_committed"));
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(NAMES.topic(topic)));
            await().atMost(SOON).until(() -> {
                boolean found = false;
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    found |= wanted.test(record);
                }
                return found;
            });
        }
    }

    private void write(String sender, String value) throws Exception {
        write(Partitions.forSender(sender, Topics.REQUESTS.partitions()), sender, value);
    }

    private void write(int partition, String sender, String value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                kafka.properties(AclRole.PRODUCER.word()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            NAMES.topic(Topics.REQUESTS), partition, sender.getBytes(UTF_8), value.getBytes(UTF_8)))
                    .get();
        }
    }

    private Map<String, String> sender(String host) {
        Map<String, String> environment = as(AclRole.SEND);
        environment.put("SLUICE_STATE_DIR", dir.resolve(host).toString());
        return environment;
    }

    private Map<String, String> as(AclRole role) {
        return as(role.word());
    }

    private Map<String, String> as(String user) {
        Map<String, String> environment = new HashMap<>(kafka.environment(user));
        environment.putAll(Map.of(
                "SLUICE_TOPICS_PREFIX",
                NAMES.prefix(),
                "SLUICE_TELEGRAM_TOKENS",
                SimulatedTokens.tokenOf(BOT) + "," + SimulatedTokens.tokenOf(ODD_BOT),
                "SLUICE_TELEGRAM_API_URL",
                simulator.apiUrl(),
                "SLUICE_STATE_DIR",
                dir.resolve("none").toString(),
                "SLUICE_MANAGEMENT_BIND",
                "127.0.0.1",
                "SLUICE_MANAGEMENT_PORT",
                "0",
                "SLUICE_OUTBOUND_HTTP_TIMEOUT",
                "5s"));
        return environment;
    }

    private static String groupOf(AclRole role) {
        return "group-of-" + role.word();
    }

    private static Ran assertDone(Map<String, String> environment, String... command) {
        Ran ran = Ran.sluice(environment, command);
        assertEquals(0, ran.exitCode(), () -> String.join(" ", command) + ": " + ran.out() + " " + ran.err());
        return ran;
    }

    private static String message(int text) {
        return "\"message\":{\"message_id\":" + text
                + ",\"date\":1,\"chat\":{\"id\":1,\"type\":\"private\"},\"text\":\"" + text + "\"}";
    }

    private static String request(String id, long chat) {
        return "{\"request_id\":\"" + id + "\",\"sender\":\"" + SENDER
                + "\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":" + chat + ",\"text\":\"hi\"}}";
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
