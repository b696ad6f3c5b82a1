package dev.sluice.system.commands;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.model.ChatId;
import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.JobKey;
import dev.sluice.model.Lane;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Params;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a real broker; the test plays the gate. Each test has senders of its own. */
class RequestCommandsTest {
    private static final String PARAMS = "{\"chat_id\":42, \"text\":\"caf\u00e9\"}";
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00.123Z");

    @TempDir
    static Path dir;

    private static EmbeddedKafka kafka;
    private static OutboundTopics topics;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.in(dir.resolve("kafka")).start();
        topics = new OutboundTopics(kafka.bootstrapServers());
        Ran created = sluice("topics", "create");
        assertEquals(0, created.exitCode(), created::lastErr);
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    @Test
    void aRequestStandsInThePartitionOfItsSenderWithItsParametersByteForByte() throws Exception {
        Path file = Files.writeString(dir.resolve("params.json"), PARAMS);

        Ran ran = send("telegram:201", "--params", "@" + file, "--priority", "bulk");

        assertEquals(0, ran.exitCode(), ran::lastErr);
        ConsumerRecord<byte[], byte[]> record =
                topics.of(Topics.REQUESTS, "telegram:201").get(0);
        SendRequest request = SendRequestCodec.decode(record.value());
        assertEquals("telegram:201", OutboundTopics.text(record.key()));
        assertTrue(OutboundTopics.text(record.value()).contains("\"params\":" + PARAMS));
        assertEquals(
                List.of("telegram:201/" + request.requestId() + " stored at outbound.requests/" + record.partition()
                        + "/" + record.offset()),
                ran.out());
    }

    @Test
    void whatIsWrongIsNamedAndNothingIsWritten() {
        Ran duplicate = send("telegram:202", "--params", "{\"chat_id\":42,\"chat_id\":43}");
        Ran past = send("telegram:202", "--params", "{}", "--expires-at", "2020-01-01T00:00:00Z");

        assertEquals(List.of(2, 2), List.of(duplicate.exitCode(), past.exitCode()));
        assertEquals("sluice: --params: chat_id: stands twice", duplicate.lastErr());
        assertEquals("sluice: --expires-at: lies in the past", past.lastErr());
        assertEquals(List.of(), topics.of(Topics.REQUESTS, "telegram:202"));
    }

    @Test
    void aWaitSaysHowItEnded() {
        Ran sent = waitFor("telegram:203", State.SENT, Reason.SENT);
        Ran rejected = waitFor("telegram:204", State.REJECTED, Reason.FORBIDDEN);
        Ran unknown = waitFor("telegram:205", State.UNKNOWN, Reason.LOST_RESPONSE);

        assertEquals(List.of(0, 1, 1), List.of(sent.exitCode(), rejected.exitCode(), unknown.exitCode()));
        assertEquals("telegram:203/a sent, attempt 1", sent.out().get(1));
        assertEquals("sluice: telegram:204/a: was not sent: rejected (forbidden), attempt 1", rejected.lastErr());
        assertEquals(
                "sluice: telegram:205/a: is unknown and waits for a person; see sluice request resolve",
                unknown.lastErr());
    }

    @Test
    void aWaitEndsWithTheDeadLetterOfTheRequestOrWithItsTime() {
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(
                () -> send("telegram:206", "--params", "{}", "--id", "a", "--wait", "60s"));
        ConsumerRecord<byte[], byte[]> request = first("telegram:206");
        topics.deadLetter("method_forbidden", "close", place(request), AT, request.key(), request.value());

        Ran refused = running.join();
        Ran late = send("telegram:207", "--params", "{}", "--id", "a", "--wait", "10ms");

        assertEquals(List.of(1, 1), List.of(refused.exitCode(), late.exitCode()));
        assertEquals("sluice: telegram:206/a: was refused: method_forbidden, close", refused.lastErr());
        assertEquals(
                "sluice: telegram:207/a: no end within 10ms; nothing is known of it yet, so look whether 'sluice send' runs",
                late.lastErr());
    }

    /** A script that repeats a request must hear what became of the first; the gate writes nothing about a repeat. */
    @Test
    void aRepeatedRequestIsAnsweredByTheOutcomeThatStandsAlready() {
        topics.outcome(outcome("telegram:208", State.SENT, Reason.SENT));
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(
                () -> send("telegram:208", "--params", "{}", "--id", "a", "--wait", "60s", "--json"));
        topics.gateHasRead(place(first("telegram:208")));

        Ran repeat = running.join();

        assertEquals(0, repeat.exitCode(), repeat::lastErr);
        assertTrue(
                repeat.out().get(1).startsWith("{\"outcome\":{\"request_id\":\"a\",\"sender\":\"telegram:208\","),
                repeat.out().get(1));
    }

    @Test
    void commandsStandInThePartitionOfTheirSender() {
        Ran cancel = sluice("request", "cancel", "--sender", "telegram:210", "--id", "a");
        Ran chat = sluice(
                "request", "cancel-chat", "--sender", "telegram:210", "--chat", "-42", "--before", AT.toString());
        Ran pause = sluice("request", "pause", "--sender", "telegram:210", "--json");
        Ran resume = sluice("request", "resume", "--sender", "telegram:210");

        assertEquals(
                List.of(0, 0, 0, 0), List.of(cancel.exitCode(), chat.exitCode(), pause.exitCode(), resume.exitCode()));
        Sender sender = Sender.telegram(210);
        assertEquals(
                List.of(
                        new Command.Cancel(sender, "a"),
                        new Command.CancelChat(sender, ChatId.of(-42), Optional.of(AT)),
                        new Command.Pause(sender),
                        new Command.Resume(sender)),
                commandsOf("telegram:210"));
        assertTrue(
                pause.out()
                        .get(0)
                        .matches("\\{\"stored\":\"outbound.commands/\\d+/\\d+\","
                                + "\"command\":\\{\"command\":\"pause\",\"sender\":\"telegram:210\"}}"),
                pause.out().get(0));
    }

    @Test
    void aDecisionIsAboutTheLastAttemptOfTheOpenReview() {
        topics.review(review("telegram:211", "a"));
        topics.review(review("telegram:211", "closed"));
        topics.closeReview(new JobKey(Sender.telegram(211), "closed"));

        Ran open = resolve("telegram:211", "a");
        Ran closed = resolve("telegram:211", "closed");
        Ran given = resolve("telegram:211", "closed", "--attempt", "7");

        assertEquals(List.of(0, 1, 0), List.of(open.exitCode(), closed.exitCode(), given.exitCode()));
        assertEquals("telegram:211/a is unknown (lost_response); deciding on attempt 2", open.lastErr());
        assertEquals(
                List.of("sluice: telegram:211/closed: has no open review, so there is nothing to decide"),
                closed.err());
        List<Integer> attempts = commandsOf("telegram:211").stream()
                .map(command -> ((Command.Resolve) command).attempt())
                .toList();
        assertEquals(List.of(2, 7), attempts);
    }

    @Test
    void statusShowsLaneReviewsAndTheNewestOutcomeOfEachRequest() {
        Sender sender = Sender.telegram(212);
        topics.lane(new Lane(sender, 3, 1, Optional.of(AT), Optional.empty(), true, Optional.empty(), AT));
        topics.review(review("telegram:212", "b"));
        topics.outcome(outcome("telegram:212", State.ACCEPTED, Reason.ACCEPTED));
        topics.outcome(outcome("telegram:212", State.SENT, Reason.SENT));
        topics.aborted(Topics.OUTCOMES, outcome("telegram:212", State.DROPPED, Reason.POLICY));

        Ran all = sluice("request", "status", "--sender", "telegram:212");
        Ran one = sluice("request", "status", "--sender", "telegram:212", "--id", "a", "--json");
        Ran none = sluice("request", "status", "--sender", "telegram:212", "--id", "nothing");

        assertEquals(List.of(0, 0, 1), List.of(all.exitCode(), one.exitCode(), none.exitCode()));
        String shown = String.join("\n", all.out());
        assertTrue(shown.startsWith("telegram:212: 3 waiting, the oldest since 2026-11-30T12:00:00.123Z"), shown);
        assertTrue(shown.contains("unknown  lost_response"), shown);
        assertTrue(shown.contains("sent   sent    1"), shown);
        assertFalse(shown.contains("accepted") || shown.contains("dropped") || shown.contains("secret"), shown);
        assertEquals(2, one.out().size(), () -> one.out().toString());
        assertTrue(
                one.out().get(0).contains("\"state\":\"accepted\""),
                () -> one.out().toString());
        assertEquals(
                "sluice: telegram:212/nothing: has no outcome and no review; nothing is known of it", none.lastErr());
    }

    @Test
    void deadLettersAreListedWithoutContentUnlessItIsAskedFor() {
        RecordPlace place = new RecordPlace("outbound.requests", 1, 1_000_003);
        topics.deadLetter("too_large", "d", place, AT, bytes("k"), bytes("caf\u00e9"));

        Ran list = sluice("dead-letters", "list");
        Ran values = sluice("dead-letters", "list", "--json", "--values", "--reason", "too_large");

        assertEquals(List.of(0, 0), List.of(list.exitCode(), values.exitCode()));
        String shown = list.out().toString();
        assertTrue(shown.contains(place.text()) && shown.contains("too_large"), shown);
        assertFalse(shown.contains("caf"), shown);
        assertEquals(1, values.out().size(), () -> values.out().toString());
        assertTrue(
                values.out().get(0).contains("\"value\":\"Y2Fmw6k=\""),
                () -> values.out().toString());
    }

    @Test
    void deadLettersAreRetriedAsTheyWere() {
        String value = "{\"request_id\":\"a\",\"sender\":\"telegram:213\",\"method\":\"sendMessage\",\"params\":"
                + PARAMS + "}";
        Instant written = Instant.ofEpochMilli(System.currentTimeMillis()).minusSeconds(60);
        RecordPlace good = new RecordPlace("outbound.requests", 1, 1_000_001);
        RecordPlace bad = new RecordPlace("outbound.requests", 1, 1_000_002);
        topics.deadLetter("misrouted", "d", good, written, bytes("odd key"), bytes(value));
        topics.deadLetter("not_json", "d", bad, written, bytes("k"), bytes("caf\u00e9"));

        Ran retry = sluice("dead-letters", "retry", good.text(), bad.text(), "outbound.requests/0/999");

        assertEquals(1, retry.exitCode());
        ConsumerRecord<byte[], byte[]> again = first("telegram:213");
        assertEquals(
                List.of(
                        good + " retried " + place(again),
                        bad + " refused is not usable: request: not JSON, near byte 0",
                        "outbound.requests/0/999 missing no dead letter has this origin"),
                retry.out());
        assertEquals("sluice: dead-letters: 2 of 3 were not retried; see above", retry.lastErr());
        assertArrayEquals(bytes(value), again.value());
        assertEquals("odd key", OutboundTopics.text(again.key()));
        assertEquals(written.toEpochMilli(), again.timestamp());
        Header retried = again.headers().lastHeader(DeadLetterHeaders.RETRIED);
        assertTrue(OutboundTopics.text(retried.value()).startsWith("outbound.dead-letters/"));
    }

    @Test
    void topicsThatAreMissingEndWith4() {
        Map<String, String> elsewhere = environment();
        elsewhere.put("SLUICE_TOPICS_PREFIX", "nowhere.");

        Ran pause = Ran.sluice(elsewhere, "request", "pause", "--sender", "telegram:214");

        assertEquals(4, pause.exitCode());
        assertEquals("sluice: nowhere.outbound.commands: is missing; see sluice topics create", pause.lastErr());
    }

    private Ran waitFor(String sender, State state, Reason reason) {
        CompletableFuture<Ran> running =
                CompletableFuture.supplyAsync(() -> send(sender, "--params", "{}", "--id", "a", "--wait", "60s"));
        first(sender);
        topics.outcome(outcome(sender, State.ACCEPTED, Reason.ACCEPTED));
        topics.outcome(outcome(sender, state, reason));
        return running.join();
    }

    /** The first request of the sender, once it stands there. */
    private static ConsumerRecord<byte[], byte[]> first(String sender) {
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> topics.of(Topics.REQUESTS, sender), records -> !records.isEmpty())
                .get(0);
    }

    private static List<Command> commandsOf(String sender) {
        return topics.of(Topics.COMMANDS, sender).stream()
                .map(record -> CommandCodec.decode(record.value()))
                .toList();
    }

    private static Outcome outcome(String sender, State state, Reason reason) {
        return new Outcome(
                "a",
                Sender.parse(sender),
                state,
                state == State.ACCEPTED ? 0 : 1,
                AT,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                reason,
                "sendMessage",
                Optional.of(ChatId.of(42)),
                Optional.empty());
    }

    private static Review review(String sender, String id) {
        Review.Try flood = new Review.Try(1, AT, ResultClass.FLOOD, OptionalInt.of(429), Optional.empty());
        Review.Try lost = new Review.Try(2, AT, ResultClass.UNKNOWN, OptionalInt.empty(), Optional.empty());
        return new Review(
                id,
                Sender.parse(sender),
                State.UNKNOWN,
                AT,
                "sendMessage",
                Params.of("{\"chat_id\":42,\"text\":\"secret\"}"),
                Optional.of(ChatId.of(42)),
                Reason.LOST_RESPONSE,
                Optional.empty(),
                List.of(flood, lost));
    }

    private static Ran send(String sender, String... more) {
        return sluice(concat(List.of("request", "send", "--sender", sender, "--method", "sendMessage"), more));
    }

    private static Ran resolve(String sender, String id, String... more) {
        return sluice(concat(
                List.of("request", "resolve", "--sender", sender, "--id", id, "--decision", "resend", "--by", "ann"),
                more));
    }

    private static String[] concat(List<String> first, String... more) {
        return Stream.concat(first.stream(), Arrays.stream(more)).toArray(String[]::new);
    }

    private static Ran sluice(String... args) {
        return Ran.sluice(environment(), args);
    }

    private static Map<String, String> environment() {
        return new HashMap<>(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers(), "SLUICE_TOPICS_REPLICATION_FACTOR", "1"));
    }

    private static RecordPlace place(ConsumerRecord<byte[], byte[]> record) {
        return new RecordPlace(record.topic(), record.partition(), record.offset());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
