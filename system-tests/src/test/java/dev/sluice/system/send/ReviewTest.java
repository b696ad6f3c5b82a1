package dev.sluice.system.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.Names;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Topics;
import dev.sluice.system.schema.StackRecords;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nobody can tell is seen until somebody decides, and then that is done, once. */
class ReviewTest {
    private static final String LOST = "{\"kind\":\"drop_after_effect\"}";
    private static final String NO_WAIT =
            "{\"kind\":\"answer\",\"status\":429,\"body\":\"{\\\"ok\\\":false,\\\"error_code\\\":429,\\\"description\\\":\\\"x\\\"}\"}";

    @TempDir
    static Path dir;

    private static SendStack stack;
    private static RunningSender sender;

    @BeforeAll
    static void start() throws Exception {
        stack = new SendStack(dir);
        sender = stack.sender("only");
    }

    @AfterAll
    static void stop() {
        sender.stop();
        StackRecords.assertAsPromised(
                stack.servers(),
                new Names(""),
                List.of(Topics.REQUESTS, Topics.COMMANDS, Topics.OUTCOMES, Topics.REVIEWS, Topics.LANES));
        stack.close();
    }

    @AfterEach
    void clear() {
        stack.api().clearFaults();
    }

    @ParameterizedTest
    @CsvSource({
        "unknown, resend, sent, 2",
        "unknown, sent, sent, 1",
        "unknown, drop, dropped, 1",
        "held, resend, sent, 2",
        "held, drop, dropped, 1",
    })
    @Tag("R116")
    @Tag("R121")
    @Tag("R147")
    @Tag("B9")
    void itWaitsInSightAndIsDecidedOnce(String state, String decision, String end, int calls) {
        // Given
        long bot = stack.freshBot();
        String fault = state.equals("held") ? NO_WAIT : LOST;
        stack.api().putFaults("{\"rules\":[{\"match\":{\"bots\":[" + bot + "],\"nth\":1},\"do\":" + fault + "}]}");
        stack.message(bot, "a", 1);
        Review review = await().atMost(SendStack.SOON)
                .until(() -> review(bot), Optional::isPresent)
                .orElseThrow();
        String gauge = "sluice_outbound_" + state + "{bot_id=\"" + bot + "\"}";
        await().atMost(SendStack.SOON).until(() -> sender.metrics().series().getOrDefault(gauge, 0.0) == 1.0);

        // When
        String resolve =
                ",\"request_id\":\"a\",\"attempt\":1,\"decision\":\"" + decision + "\",\"by\":\"ann\",\"note\":null";
        stack.command(bot, "resolve", resolve);
        stack.command(bot, "resolve", resolve);

        // Then
        State last = end.equals("sent") ? State.SENT : State.DROPPED;
        stack.await(bot, "a", last);
        await().atMost(SendStack.SOON).until(() -> review(bot).isEmpty());
        assertEquals(state, review.state().word());
        assertEquals(1, review.attempts().size());
        assertEquals(List.of("accepted", state, end), stack.states(bot, "a"));
        assertEquals(calls, stack.calls(bot).size());
    }

    /** The open review of the bot's only job. */
    private static Optional<Review> review(long bot) {
        String key = "telegram:" + bot + "/a";
        Optional<Review> open = Optional.empty();
        for (ConsumerRecord<byte[], byte[]> record : stack.read(Topics.REVIEWS)) {
            if (key.equals(new String(record.key(), UTF_8))) {
                open = Optional.ofNullable(record.value()).map(ReviewCodec::decode);
            }
        }
        return open;
    }
}
