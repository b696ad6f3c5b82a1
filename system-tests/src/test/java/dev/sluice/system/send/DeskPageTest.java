package dev.sluice.system.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Outcome.State;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.system.desk.Browser;
import dev.sluice.system.desk.NeedsBrowser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person at the page of a real sender's desk: from the lost answer to the outcome, through Kafka. */
@NeedsBrowser
class DeskPageTest {
    private static final int MANY = 120;

    @TempDir
    static Path dir;

    private static SendStack stack;
    private static RunningSender sender;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        stack = new SendStack(dir);
        sender = stack.sender("only");
        browser = new Browser();
    }

    @AfterAll
    static void stop() {
        browser.close();
        sender.stop();
        stack.close();
    }

    @AfterEach
    void clear() {
        stack.api().clearFaults();
        assertEquals(List.of(), browser.complaints());
    }

    private static void loseAnswersOf(long bot) {
        stack.api()
                .putFaults(
                        "{\"rules\":[{\"match\":{\"bots\":[" + bot + "]},\"do\":{\"kind\":\"drop_after_effect\"}}]}");
    }

    private static void open(String route) {
        browser.open("about:blank");
        browser.open(sender.desk() + route);
        browser.awaitText("#connection-text", "Live");
    }

    @Test
    @Tag("R116")
    @Tag("R121")
    void aLostAnswerIsSeenAndDecidedOn() {
        // Given
        long bot = stack.freshBot();
        loseAnswersOf(bot);
        open("#/reviews?sender=telegram:" + bot);
        stack.message(bot, "order/7 <b>", 1);
        stack.await(bot, "order/7 <b>", State.UNKNOWN);

        // When
        browser.awaitText("#reviews-list tbody th", "order/7 <b>");
        stack.api().clearFaults();
        browser.press("#reviews-list tbody", "order/7 <b>");
        browser.awaitText("#sheet-body", "outbound.reviews/");
        browser.awaitText("#sheet-body blockquote", "hi");
        browser.press("#sheet-foot", "Send again");
        browser.click("#confirm-yes");

        // Then
        stack.await(bot, "order/7 <b>", State.SENT);
        browser.click("#sheet-close");
        browser.awaitText("#reviews-list", "Nothing that waits for a decision");
        assertTrue(
                stack.read(Topics.COMMANDS).stream()
                        .anyMatch(record -> new String(record.value(), UTF_8).contains("\"by\":\"desk:127.0.0.1\"")),
                "no command of the desk");
        open("#/outcomes?request_id=order%2F7+%3Cb%3E");
        browser.await("all three", () -> browser.all("#outcomes-list tbody tr").size() == 3);
    }

    @Test
    void aSenderIsPausedAndResumed() {
        long bot = stack.freshBot();
        stack.message(bot, "first", 1);
        stack.await(bot, "first", State.SENT);
        open("#/lanes?find=telegram:" + bot);
        browser.press("#lanes-list tbody", "Pause");
        browser.click("#confirm-yes");
        browser.awaitText("#lanes-list tbody .state", "Paused");
        stack.message(bot, "second", 1);
        browser.await(
                "it waits",
                () -> browser.text("#lanes-list tbody [data-label=Waiting]").equals("1"));
        browser.press("#lanes-list tbody", "Resume");
        browser.click("#confirm-yes");
        stack.await(bot, "second", State.SENT);
        browser.awaitText("#lanes-list tbody .state", "Ready");
    }

    @Test
    void manyAreDroppedAtOnce() {
        // Given
        long bot = stack.freshBot();
        loseAnswersOf(bot);
        for (int i = 0; i < MANY; i++) {
            stack.message(bot, "bulk-" + i, 1_000 + i);
        }
        stack.await(bot, "bulk-" + (MANY - 1), State.UNKNOWN);
        open("#/reviews?sender=telegram:" + bot);
        browser.awaitText("#reviews-list .range", "of " + MANY + " open reviews");

        // When
        browser.click("#reviews-list thead .tick input");
        browser.press("#reviews-list .bar", "Select all " + MANY + " that match");
        browser.press("#reviews-list .bar", "Drop");
        browser.awaitText("#confirm-title", "Drop " + MANY + " messages?");
        browser.type("#confirm-typed", "" + MANY);
        browser.click("#confirm-yes");

        // Then
        browser.awaitText("#reviews-list .empty", "No open review matches");
        browser.await("all are dropped", () -> dropped(bot) == MANY);
    }

    private static long dropped(long bot) {
        return stack.outcomes(bot).stream()
                .filter(outcome ->
                        outcome.state() == State.DROPPED && outcome.sender().equals(Sender.telegram(bot)))
                .count();
    }
}
