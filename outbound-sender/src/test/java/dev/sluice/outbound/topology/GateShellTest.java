package dev.sluice.outbound.topology;

import static dev.sluice.outbound.topology.TopologyRig.BOT;
import static dev.sluice.outbound.topology.TopologyRig.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptResult;
import dev.sluice.model.Outcome;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import dev.sluice.model.Topics;
import dev.sluice.outbound.topology.TaskBoard.TaskState;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.ReturnReason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shell adds to the gate: validation, records with their own time and headers, and when it opens. */
class GateShellTest {
    @TempDir
    Path state;

    private TopologyRig rig;

    @BeforeEach
    void start() {
        rig = new TopologyRig(state);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    @Tag("R90")
    @Tag("R89")
    void aRequestBecomesAnAttemptAndAnOutcome() {
        rig.ready();

        rig.message("a", 42);
        List<Attempt> attempts = rig.attempts();
        rig.result(attempts.get(0), ResultClass.SENT, 200);

        assertEquals(1, attempts.size());
        assertEquals("{\"chat_id\":42,\"text\":\"hi\"}", json(attempts.get(0)));
        assertEquals(TopologyRig.EPOCH, attempts.get(0).epoch());
        assertEquals(List.of("a accepted", "a sent"), rig.states());
        assertEquals(0, rig.stored(Nodes.JOBS));
        assertEquals(0, rig.stored(Nodes.CONTENTS));
    }

    /** Sends, edits, deletes and chat actions of one chat share what the chat may do. */
    @Test
    @Tag("R94")
    @Tag("C4")
    void everyMethodTakesFromTheOneBudgetOfItsChat() {
        rig.ready();
        List<String> methods = List.of("sendMessage", "editMessageText", "sendChatAction", "deleteMessage");
        for (String method : methods) {
            rig.request("{\"request_id\":\"" + method + "\",\"sender\":\"" + TopologyRig.BOT.text() + "\",\"method\":\""
                    + method + "\",\"params\":{\"chat_id\":42}}");
        }

        for (String method : methods) {
            rig.advance(50);
            Attempt attempt = rig.attempts().get(0);
            assertEquals(method, attempt.method());
            assertEquals(method.equals("sendMessage") ? 0 : 1, attempt.hold().size());
            rig.result(attempt, ResultClass.SENT, 200);
            rig.advance(850);
            assertEquals(List.of(), rig.attempts());
            // granted a little early, to be held until the chat has room
            rig.advance(110);
        }
    }

    @Test
    void aFreshTaskAcceptsAndGrantsNothingBeforeItHasReadItsBarriers() {
        rig.message("a", 42);

        assertEquals(Map.of(0, TaskState.REBUILDING), rig.board.states());
        assertEquals(List.of("a accepted"), rig.states());
        assertTrue(rig.attempts().isEmpty());

        rig.ready();

        assertEquals(Map.of(0, TaskState.OPEN), rig.board.states());
        assertEquals(1, rig.attempts().size());
    }

    @Test
    void barriersGoToTheTasksOwnPartitionOfResultsAndOfCommandsAndAreNoDeadLetters() {
        rig.advance(20);

        assertEquals(1, rig.read(Topics.ATTEMPT_RESULTS).size());
        var command = rig.read(Topics.COMMANDS).get(0);
        assertNull(command.key());
        assertEquals(0, command.timestamp());
        assertEquals(36, header(command, "sluice_barrier").length());
        assertTrue(rig.read(Topics.DEAD_LETTERS).isEmpty());
    }

    @Test
    void aTaskThatStoodStillReadsWhatWasStoredBeforeItGrantsAgain() {
        rig.ready();
        rig.read(Topics.ATTEMPT_RESULTS);

        rig.clock.advance(1_500);
        rig.message("a", 42);

        // in the driver the new barriers come back at once; that older words of the dispatcher do not count shows that
        // it was shut
        assertEquals(1, rig.read(Topics.ATTEMPT_RESULTS).size());
        assertTrue(rig.attempts().isEmpty());
        rig.advance(20);
        assertEquals(1, rig.attempts().size(), "with the next word, and without the rest that a fresh gate takes");
    }

    @Test
    void aLaneWithoutCredentialsIsParkedAndGoesOnAsSoonAsThereAreSome() {
        rig.ready();
        rig.message("a", 42);
        Attempt attempt = rig.attempts().get(0);
        rig.result(new GateRecord.Returned(attempt.grantId(), BOT, "a", ReturnReason.NO_CREDENTIALS, 30_000));
        rig.advance(60_000);
        assertTrue(rig.attempts().isEmpty());
        List<String> parked = lanes();
        assertTrue(parked.get(parked.size() - 1).contains("\"parked\":\"no_credentials\""), parked::toString);

        rig.result(new GateRecord.Credentials(BOT, TopologyRig.EPOCH));

        assertEquals("a", rig.attempts().get(0).requestId());
        rig.advance(1_100);
        List<String> told = lanes();
        assertTrue(told.get(told.size() - 1).contains("\"parked\":null"), told::toString);
    }

    @Test
    @Tag("R87")
    @Tag("R119")
    @Tag("R143")
    void a429WithoutAUsableWaitHoldsItsJobAndTheLaneRests() {
        rig.ready();
        rig.message("a", 42);

        rig.result(rig.attempts().get(0), ResultClass.HELD, 429);
        rig.message("b", 43);

        assertEquals(List.of("a accepted", "a held", "b accepted"), rig.states());
        assertEquals(1, rig.read(Topics.REVIEWS).size());
        rig.advance(59_000);
        assertTrue(rig.attempts().isEmpty());
        rig.advance(2_000);
        assertEquals("b", rig.attempts().get(0).requestId());
    }

    /** A busy gate: what the answer waited for in Kafka does not come on top of what it asked for. */
    @Test
    @Tag("R103")
    @Tag("R76")
    void aCooldownIsCountedFromWhenIts429WasStoredNotFromWhenItWasRead() {
        rig.ready();
        rig.message("a", 42);
        Attempt flooded = rig.attempts().get(0);
        SendError error =
                new SendError.Telegram(429, "Too Many Requests", Optional.of(RawJson.of("{\"retry_after\":3}")));
        long answeredMs = rig.clock.gateMs();

        rig.readAfter(2_260, TopologyRig.resultOf(flooded, ResultClass.FLOOD, 429, Optional.of(error)));
        rig.message("b", 43);
        while (rig.attempts().isEmpty()) {
            rig.advance(10);
        }

        long restedMs = rig.clock.gateMs() - answeredMs;
        assertTrue(restedMs >= 3_000, restedMs + " ms: early");
        assertTrue(restedMs <= 4_400, restedMs + " ms: later than the brokers' clocks may differ");
    }

    @Test
    @Tag("R97")
    void theRestThatADispatcherAsksForIsCountedFromWhenItAsked() {
        rig.ready();
        rig.message("a", 42);
        Attempt attempt = rig.attempts().get(0);
        long askedMs = rig.clock.gateMs();

        rig.readAfter(2_260, new GateRecord.Returned(attempt.grantId(), BOT, "a", ReturnReason.COOLDOWN, 3_000));
        while (rig.attempts().isEmpty()) {
            rig.advance(10);
        }

        long restedMs = rig.clock.gateMs() - askedMs;
        assertTrue(restedMs >= 3_000 && restedMs <= 4_400, restedMs + " ms");
    }

    @Test
    @Tag("B15")
    void anAlbumErrorThatWrapsAnotherIsUnknownAndTheLaneRests() {
        rig.ready();
        rig.request(
                "{\"request_id\":\"a\",\"sender\":\"telegram:110001\",\"method\":\"sendMediaGroup\",\"params\":"
                        + "{\"chat_id\":42,\"media\":[{\"type\":\"photo\",\"media\":\"x\"},{\"type\":\"photo\",\"media\":\"y\"}]}}");
        Attempt album = rig.attempts().get(0);

        rig.result(new GateRecord.Result(new AttemptResult(
                album.grantId(),
                "a",
                BOT,
                1,
                ResultClass.UNKNOWN,
                OptionalInt.of(400),
                OptionalLong.of(20),
                OptionalLong.of(0),
                Optional.empty(),
                Optional.of(new SendError.Telegram(
                        400,
                        "Bad Request: failed to send message #2 with the error message \"Too Many Requests: retry after 5\"",
                        Optional.empty())))));
        rig.message("b", 43);

        assertEquals(List.of("a accepted", "a unknown", "b accepted"), rig.states());
        rig.advance(59_000);
        assertTrue(rig.attempts().isEmpty());
        rig.advance(2_000);
        assertEquals("b", rig.attempts().get(0).requestId());
    }

    private List<String> lanes() {
        return rig.read(Topics.LANES).stream().map(r -> text(r.value())).toList();
    }

    @Test
    void whatGoesOutHasItsOwnTimeAndOnlyTheTraceOfWhatCameIn() {
        rig.ready();
        RecordHeaders headers = new RecordHeaders();
        headers.add("traceparent", bytes("00-ab-cd-01"));
        headers.add("tracestate", bytes("k=v"));
        headers.add("secret", bytes("no"));

        rig.request(
                "{\"request_id\":\"a\",\"sender\":\"telegram:110001\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":1}}",
                headers);

        var attempt = rig.read(Topics.ATTEMPTS).get(0);
        var outcome = rig.read(Topics.OUTCOMES).get(0);
        for (var out : List.of(attempt, outcome)) {
            assertEquals(rig.clock.wallMs(), out.timestamp());
            assertEquals(2, out.headers().toArray().length);
            assertEquals("00-ab-cd-01", header(out, "traceparent"));
            assertEquals("k=v", header(out, "tracestate"));
        }
        assertEquals("telegram:110001", text(attempt.key()));
        assertEquals("telegram:110001/a", text(outcome.key()));
    }

    @Test
    @Tag("R119")
    void aReviewIsOpenedWithTheContentAndClosedByATombstone() {
        rig.ready();
        rig.message("a", 42);

        rig.result(rig.attempts().get(0), ResultClass.UNKNOWN, 502);
        rig.command("{\"command\":\"resolve\",\"sender\":\"telegram:110001\",\"request_id\":\"a\",\"attempt\":1,"
                + "\"decision\":\"drop\",\"by\":\"me\"}");

        var reviews = rig.read(Topics.REVIEWS);
        assertEquals(2, reviews.size());
        assertTrue(text(reviews.get(0).value()).contains("\"params\":{\"chat_id\":42,\"text\":\"hi\"}"));
        assertNull(reviews.get(1).value());
        assertEquals("telegram:110001/a", text(reviews.get(1).key()));
        assertEquals(List.of("a accepted", "a unknown", "a dropped"), rig.states());
    }

    @Test
    void lanesAreToldAtMostOnceASecond() {
        rig.ready();
        rig.read(Topics.LANES);

        for (int i = 0; i < 25; i++) {
            rig.message("m" + i, i);
            rig.advance(100);
        }

        var lanes = rig.read(Topics.LANES);
        assertTrue(lanes.size() >= 2 && lanes.size() <= 3, () -> lanes.size() + " records");
        assertEquals("telegram:110001", text(lanes.get(0).key()));
    }

    @Test
    void aRequestIdIsForgottenAfterTheDedupeWindow() {
        rig.ready();
        rig.command("{\"command\":\"cancel\",\"sender\":\"telegram:110001\",\"request_id\":\"a\"}");
        rig.message("a", 42);
        assertEquals(2, rig.stored(Nodes.INTENTS));

        rig.clock.advance(Duration.ofDays(8).toMillis());
        rig.advance(1_200);

        assertEquals(List.of("a cancelled"), rig.states());
        assertEquals(0, rig.stored(Nodes.INTENTS));
    }

    @Test
    void anOutcomeTooLargeForItsTopicLosesItsMessageAndNothingElse() {
        rig.ready();
        rig.message("a", 42);
        Attempt attempt = rig.attempts().get(0);
        String large = "{\"text\":\"" + "x".repeat(4 * 1024 * 1024) + "\"}";

        rig.result(new GateRecord.Result(new AttemptResult(
                attempt.grantId(),
                "a",
                BOT,
                1,
                ResultClass.SENT,
                OptionalInt.of(200),
                OptionalLong.of(1),
                OptionalLong.of(0),
                Optional.of(RawJson.of(large)),
                Optional.empty())));

        Outcome last = rig.outcomes().get(1);
        assertEquals(Outcome.State.SENT, last.state());
        assertTrue(last.message().isEmpty());
    }

    private static String json(Attempt attempt) {
        return text(attempt.params().json().toBytes());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
