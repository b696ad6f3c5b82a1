package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-2")
class ClientLifeTest {

    private static final String TRUE = "{\"ok\":true,\"result\":true}";
    private static final String LOGGED_OUT = "{\"ok\":false,\"error_code\":400,\"description\":\"Logged out\"}";

    private final TestBot test = TestBot.with(8000, 2);

    @Test
    void logOutDropsWhatIsPendingAndTheWebhook() {
        test.bot.forceWebhook("https://example.org/hook");

        Recorded answer = test.call("logOut");

        assertEquals(TRUE, answer.body());
        assertEquals(IdRanges.of(8000, 8001), answer.dropped);
        test.advanceMs(1_800_000);
        assertTrue(test.call("getWebhookInfo").body().contains("\"url\":\"\""));
    }

    @Test
    void afterLogOutEveryCallIsRefusedForHalfAnHour() {
        test.call("logOut");
        test.advanceMs(1_799_999);

        assertEquals(LOGGED_OUT, test.call("getMe").body());
        assertEquals(400, test.poll(0).status());
        test.advanceMs(1);
        assertEquals(200, test.call("getMe").status());
    }

    @Test
    void aBotThatWasAuthorisedLongIsGoneAfterASecond() {
        test.call("getMe");
        test.advanceMs(1_800_001);
        test.call("logOut");
        test.advanceMs(999);

        assertEquals(LOGGED_OUT, test.call("getMe").body());
        test.advanceMs(1);
        assertEquals(200, test.call("getMe").status());
    }

    @Test
    void closeKeepsTheQueue() {
        test.call("getMe");

        assertEquals(TRUE, test.call("close").body());
        assertEquals(2, test.poll(0).ids().size());
    }

    @Test
    void closingABotThatIsNotLoadedIsRefused() {
        assertEquals(
                "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: the bot has already been closed\"}",
                test.call("close").body());
    }

    @Test
    void closingTooSoonIsFloodOnlyOnAServerThatIsOlder() {
        // Given a server that has run for more than ten minutes before the bot's first call
        test.advanceMs(601_000);
        test.call("getMe");
        test.advanceMs(100_000);

        // When it is closed 100 s later, then it has to wait for the rest of ten minutes
        assertTrue(test.call("close").body().contains("\"retry_after\":500"));
        test.advanceMs(500_000);
        assertEquals(TRUE, test.call("close").body());
    }

    @Test
    void whileClosingEveryCallGets500() {
        test.bot.restart(Duration.ofSeconds(2).toNanos(), false, test.now());
        test.advanceMs(1999);

        assertEquals(
                "{\"ok\":false,\"error_code\":500,\"description\":\"Internal Server Error: restart\"}",
                test.poll(0).body());
        test.advanceMs(1);
        assertEquals(200, test.poll(0).status());
    }

    @Test
    void whileTheClientIsGoneEveryCallGets429After5() {
        test.bot.restart(Duration.ofSeconds(2).toNanos(), true, test.now());

        Recorded answer = test.call("getMe");

        assertEquals(429, answer.status());
        assertTrue(answer.body().contains("\"Too Many Requests: retry after 5\""));
    }

    @Test
    void aNewClientRemembersNoPreviousOffset() {
        test.poll(8000);
        test.call("close");

        assertEquals(2, test.poll(8000).ids().size());
    }

    @Test
    void getMe() {
        assertTrue(test.call("getme").body().startsWith("{\"ok\":true,\"result\":{\"id\":110001,\"is_bot\":true,"));
    }
}
