package dev.sluice.system.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.model.Lane;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checks that the guide on 429 suggests (R139-R147), on the sender as a whole. Where it says that something is not sent, the
 * ledger of the simulated API is asked.
 */
@Tag("R139")
class FloodAcceptanceTest {
    @TempDir
    static Path dir;

    private static SendStack stack;
    private static RunningSender sender;

    @BeforeAll
    static void start() throws Exception {
        stack = new SendStack(dir);
        sender = stack.sender("first");
    }

    @AfterAll
    static void stop() {
        sender.stop();
        stack.close();
    }

    @AfterEach
    void clear() {
        stack.api().clearFaults();
    }

    @Test
    void theApiIsASimulatedOneOnThisMachine() {
        assertEquals("127.0.0.1", URI.create(stack.apiUrl()).getHost());
    }

    @Test
    @Tag("R71")
    @Tag("R140")
    @Tag("R150")
    @Tag("B11")
    @Tag("C15")
    void aFloodThatOneWorkerSeesStopsBoth() {
        // Given two workers with the same bots
        long bot = stack.freshBot();
        long neighbour = stack.freshBotBeside(bot);
        RunningSender second = stack.sender("second");
        double before = sender.floods();
        stack.api().putFaults(Floods.plan(Floods.rule(bot, 3, 20, 0)));

        // When the one that has the bot's calls meets a 429 and is stopped, so that the other has them
        for (int chat = 1; chat <= 10; chat++) {
            stack.message(bot, "m" + chat, chat);
        }
        await().atMost(SendStack.SOON).until(() -> sender.floods() > before || second.floods() > 0);
        boolean firstSawIt = sender.floods() > before;
        (firstSawIt ? sender : second).stop();
        sender = firstSawIt ? second : sender;

        // Then the other serves the partition while the wait lasts, and not this bot
        stack.message(neighbour, "n", 1);
        stack.await(neighbour, "n", State.SENT);
        for (int chat = 1; chat <= 10; chat++) {
            stack.await(bot, "m" + chat, State.SENT);
        }
        List<LedgerCall> calls = stack.calls(bot);
        Floods.assertQuiet(calls);
        assertEquals(11, calls.size());
        assumeTookOverDuringTheWait(neighbour, calls);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("R70")
    @Tag("R76")
    @Tag("R141")
    void aRestartDuringACooldownSendsNothingBeforeTheStoredDeadline(boolean stateLost) throws Exception {
        long bot = stack.freshBot();
        long neighbour = stack.freshBotBeside(bot);
        stack.api().putFaults(Floods.plan(Floods.rule(bot, 1, 20, 0)));
        stack.message(bot, "a", 1);
        await().atMost(SendStack.SOON)
                .until(() -> lanes(bot).stream()
                        .anyMatch(lane -> lane.cooldownUntil().isPresent()));

        assertTrue(sender.stop());
        sender = stack.sender(stateLost ? "fresh" : "first");

        stack.message(bot, "b", 2);
        stack.message(neighbour, "n", 1);
        stack.await(neighbour, "n", State.SENT);
        stack.await(bot, "a", State.SENT);
        stack.await(bot, "b", State.SENT);
        List<LedgerCall> calls = stack.calls(bot);
        Floods.assertQuiet(calls);
        assertEquals(3, calls.size());
        assumeTookOverDuringTheWait(neighbour, calls);
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "4, 1"})
    @Tag("R69")
    @Tag("R115")
    @Tag("R142")
    @Tag("R149")
    void theLongerWaitStandsInWhateverOrderTheyCome(int first, int second) {
        long bot = stack.freshBot();
        // Given two calls under way at once
        stack.api().putFaults(Floods.plan(Floods.rule(bot, 1, first, 1_500), Floods.rule(bot, 1, second, 1_800)));
        stack.command(bot, "pause", "");
        await().atMost(SendStack.SOON).until(() -> lanes(bot).stream().anyMatch(Lane::paused));
        stack.message(bot, "a", 1);
        stack.message(bot, "b", 2);
        stack.await(bot, "b", State.ACCEPTED);

        stack.command(bot, "resume", "");

        stack.await(bot, "a", State.SENT);
        stack.await(bot, "b", State.SENT);
        List<LedgerCall> calls = stack.calls(bot);
        assertEquals(
                List.of(true, true, false, false),
                calls.stream().map(Floods::isFlood).toList());
        assertTrue(calls.get(1).receivedMicros() < calls.get(0).answeredMicros(), "both were under way");
        assertTrue(calls.get(2).receivedMicros() >= Floods.lastDeadlineMicros(calls));
        List<Instant> told = lanes(bot).stream()
                .map(Lane::cooldownUntil)
                .flatMap(Optional::stream)
                .toList();
        assertFalse(told.isEmpty());
        assertEquals(told.stream().sorted().toList(), told);
    }

    @Test
    @Tag("R86")
    @Tag("R87")
    @Tag("R119")
    @Tag("R143")
    void withoutAWaitTheJobIsHeldAndNotTriedAtOnce() {
        long bot = stack.freshBot();
        String noWait =
                "{\\\"ok\\\":false,\\\"error_code\\\":429,\\\"description\\\":\\\"Too Many Requests: retry after 1\\\"}";
        stack.api().putFaults(Floods.plan(Floods.answer("no wait", bot, 1, 429, noWait, 0)));

        stack.message(bot, "a", 1);
        Outcome held = stack.await(bot, "a", State.HELD);
        stack.message(bot, "b", 2);
        stack.await(bot, "b", State.SENT);

        assertEquals(Reason.FLOOD_WITHOUT_WAIT, held.reason());
        assertEquals(List.of("accepted", "held"), stack.states(bot, "a"));
        List<LedgerCall> calls = stack.calls(bot);
        assertEquals(List.of("1", "2"), calls.stream().map(LedgerCall::chatId).toList());
        assertTrue(calls.get(1).receivedMicros() >= calls.get(0).answeredMicros() + 2_000_000);
    }

    @Test
    @Tag("R116")
    @Tag("R144")
    void whatIsCancelledWhileItWaitsIsNeverSent() {
        long bot = stack.freshBot();
        stack.api().putFaults(Floods.plan(Floods.rule(bot, 1, 8, 0)));
        stack.message(bot, "a", 1);
        stack.awaitCalls(bot, 1);
        stack.message(bot, "b", 2);
        stack.message(bot, "c", 3);
        stack.message(bot, "d", 4);
        stack.await(bot, "d", State.ACCEPTED);

        stack.command(bot, "cancel", ",\"request_id\":\"a\"");
        stack.command(bot, "cancel", ",\"request_id\":\"b\"");
        stack.command(bot, "cancel_chat", ",\"chat_id\":3");

        stack.await(bot, "d", State.SENT);
        assertEquals(List.of("accepted", "cancelled"), stack.states(bot, "a"));
        assertEquals(List.of("accepted", "cancelled"), stack.states(bot, "b"));
        assertEquals(List.of("accepted", "cancelled"), stack.states(bot, "c"));
        assertEquals(
                List.of("1", "4"),
                stack.calls(bot).stream().map(LedgerCall::chatId).toList());
    }

    /** The lost ones: sent and dropped, sent and silent, a proxy's page, half an answer. None is failed, none is tried again. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lost_response | {"kind":"drop_after_effect"}
            lost_response | {"kind":"half_open","effect":true}
            server_error  | {"kind":"html_502","effect":true}
            unparsable    | {"kind":"empty_body","effect":true}
            unparsable    | {"kind":"truncate","bytes":5}
            """)
    @Tag("R72")
    @Tag("R121")
    @Tag("R145")
    @Tag("R147")
    @Tag("R152")
    void aLostResponseEndsInTheUnknownBranch(String reason, String fault) {
        long bot = stack.freshBot();
        stack.api().putFaults("{\"rules\":[{\"match\":{\"bots\":[" + bot + "],\"nth\":1},\"do\":" + fault + "}]}");

        stack.message(bot, "a", 1);
        Outcome unknown = stack.await(bot, "a", State.UNKNOWN);
        stack.message(bot, "b", 1);
        stack.await(bot, "b", State.SENT);

        assertEquals(reason, unknown.reason().word());
        assertEquals(1, unknown.attempt());
        assertEquals(List.of("accepted", "unknown"), stack.states(bot, "a"));
        assertEquals(2, stack.calls(bot).size());
        String key = "telegram:" + bot + "/a";
        assertTrue(stack.read(Topics.REVIEWS).stream()
                .anyMatch(record -> key.equals(new String(record.key(), UTF_8)) && record.value() != null));
    }

    @Test
    @Tag("R146")
    @Tag("R112")
    @Tag("R151")
    void noJobRunsBeforeItsDeadlineWhateverElseIsGoingOn() {
        long bot = stack.freshBot();
        stack.api().putFaults(Floods.plan(Floods.rule(bot, 5, 1, 0), Floods.rule(bot, 12, 2, 0)));
        Instant start = Instant.now();
        Map<String, Instant> notBefore = new HashMap<>();

        for (int chat = 1; chat <= 30; chat++) {
            Instant at = start.plusMillis(chat * 577L % 4_000);
            notBefore.put(Integer.toString(chat), at);
            stack.message(bot, "m" + chat, chat, ",\"not_before\":\"" + at + "\"");
        }

        for (int chat = 1; chat <= 30; chat++) {
            stack.await(bot, "m" + chat, State.SENT);
        }
        List<LedgerCall> calls = stack.calls(bot);
        assertEquals(32, calls.size());
        Floods.assertQuiet(calls);
        Stream<String> early = calls.stream()
                .filter(call -> call.receivedMicros() / 1_000
                        < notBefore
                                .getOrDefault(String.valueOf(call.chatId()), Instant.MAX)
                                .toEpochMilli())
                .map(call -> "chat " + call.chatId());
        assertEquals(List.of(), early.toList());
    }

    /** Otherwise nothing was shown: whoever came next was not ready to send before the wait was over. */
    private static void assumeTookOverDuringTheWait(long neighbour, List<LedgerCall> calls) {
        assumeTrue(
                stack.calls(neighbour).get(0).receivedMicros() < Floods.lastDeadlineMicros(calls),
                "this machine was too slow");
    }

    /** What was told of a bot's lane, in order. */
    private static List<Lane> lanes(long bot) {
        return stack.read(Topics.LANES).stream()
                .map(record -> LaneCodec.decode(record.value()))
                .filter(lane -> lane.sender().equals(Sender.telegram(bot)))
                .toList();
    }
}
