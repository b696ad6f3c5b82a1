package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-2")
class ConflictTest {

    private static final String OTHER =
            "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: terminated by other"
                    + " getUpdates request; make sure that only one bot instance is running\"}";
    private static final String ACTIVE =
            "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: can't use getUpdates"
                    + " method while webhook is active; use deleteWebhook to delete the webhook first\"}";

    private final TestBot test = TestBot.with(8000, 0);

    @Test
    void aNewerPollThatHasToBlockEndsTheOlder() {
        Recorded older = test.poll(8000, 50);
        test.advanceMs(4000);

        Recorded newer = test.poll(8000, 50);

        assertEquals(409, older.status());
        assertEquals(OTHER, older.body());
        assertEquals(0, older.delayNanos);
        assertFalse(newer.isAnswered());
        test.push("message");
        test.advanceMs(2);
        assertEquals(List.of(8000), newer.ids());
    }

    @Test
    void aNewerPollThatReturnsDataDoesNotEndTheOlder() {
        // Given a poll that waits, and an update on its way to it
        Recorded older = test.poll(8000, 50);
        test.push("message");

        // When another fetches the update before the millisecond is over
        assertEquals(List.of(8000), test.poll(0, 50).ids());

        // Then the older is not ended by it
        test.advanceMs(2);
        assertEquals(List.of(8000), older.ids());
    }

    @Test
    void aNewerPollWithoutTimeoutDoesNotEndTheOlder() {
        Recorded older = test.poll(8000, 50);

        test.call("getUpdates", "offset", "7999");

        assertFalse(older.isAnswered());
    }

    @Test
    void aShortPollThatIsForcedToBlockEndsTheOlder() {
        Recorded older = test.poll(8000, 50);

        test.poll(8000, 0);

        assertEquals(409, older.status());
    }

    @Test
    void anotherConflictWithinThreeSecondsIsHeldBackForThree() {
        Recorded first = test.poll(8000, 50);
        Recorded second = test.poll(8000, 50);
        test.advanceMs(2999);
        Recorded third = test.poll(8000, 50);

        assertEquals(0, first.delayNanos);
        assertEquals(3_000_000_000L, second.delayNanos);
        test.advanceMs(1);
        test.poll(8000, 50);
        assertEquals(0, third.delayNanos);
    }

    @Test
    void pollingWhileAWebhookIsSetIsRefused() {
        test.bot.forceWebhook("https://example.org/hook");

        Recorded poll = test.poll(8000, 50);

        assertEquals(ACTIVE, poll.body());
        assertEquals(409, poll.status());
    }

    @Test
    void pollingWhileAWebhookIsBeingDeletedIsRefused() {
        TestBot slow = new TestBot(200);
        slow.bot.forceWebhook("https://example.org/hook");
        Recorded deletion = slow.call("deleteWebhook");
        slow.advanceMs(100);

        assertEquals(409, slow.poll(0, 50).status());
        assertFalse(deletion.isAnswered());
        slow.advanceMs(100);
        assertEquals("{\"ok\":true,\"result\":true,\"description\":\"Webhook was deleted\"}", deletion.body());
        assertFalse(slow.poll(0, 50).isAnswered());
    }

    @Test
    void pollingWhileAWebhookIsBeingSetIsRefused() {
        TestBot slow = new TestBot(200);
        slow.call("setWebhook", "url", "https://example.org/hook");

        assertEquals(ACTIVE, slow.poll(0, 50).body());
    }

    @Test
    void setWebhookEndsTheWaitingPoll() {
        Recorded poll = test.poll(8000, 50);

        test.call("setWebhook", "url", "https://example.org/hook");

        assertTrue(poll.body().contains("\"Conflict: terminated by setWebhook request\""));
    }

    @Test
    void deleteWebhookDoesNotEndTheWaitingPoll() {
        Recorded poll = test.poll(8000, 50);

        test.call("deleteWebhook", "drop_pending_updates", "true");

        assertFalse(poll.isAnswered());
    }

    @Test
    void aSecondChangeOfTheWebhookEndsTheFirst() {
        TestBot slow = new TestBot(5000);
        Recorded first = slow.call("setWebhook", "url", "https://example.org/one");
        slow.advanceMs(1000);

        Recorded second = slow.call("deleteWebhook");

        assertTrue(first.body().contains("\"Conflict: terminated by other setWebhook\""));
        assertFalse(second.isAnswered());
    }
}
