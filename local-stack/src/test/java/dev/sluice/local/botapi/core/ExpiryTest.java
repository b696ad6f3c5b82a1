package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TELEGRAM-1.5")
class ExpiryTest {

    private static final long NOW = TestBot.START_SECONDS;

    @ParameterizedTest(name = "{0} lives from its date")
    @CsvSource({
        "message",
        "edited_message",
        "channel_post",
        "edited_channel_post",
        "business_message",
        "edited_business_message",
        "guest_message",
        "my_chat_member",
        "chat_member",
        "chat_join_request",
        "chat_boost",
        "removed_chat_boost",
        "message_reaction",
        "message_reaction_count"
    })
    void datedKindsLiveADayFromTheirDate(String kind) {
        assertEquals(NOW - 100 + 86_400, Expiry.of(kind, OptionalLong.of(NOW - 100), NOW));
        assertTrue(Expiry.isQueued(kind, OptionalLong.of(NOW - 86_399), NOW));
        assertEquals(false, Expiry.isQueued(kind, OptionalLong.of(NOW - 86_400), NOW));
    }

    @ParameterizedTest(name = "{0} lives {1} s")
    @CsvSource({
        "poll,86400",
        "poll_answer,86400",
        "business_connection,86400",
        "deleted_business_messages,86400",
        "purchased_paid_media,86400",
        "managed_bot,86400",
        "chosen_inline_result,600",
        "custom_event,600",
        "callback_query,150",
        "shipping_query,150",
        "pre_checkout_query,150",
        "inline_query,30",
        "kind_of_next_year,86400"
    })
    void otherKindsLiveFromTheirArrival(String kind, long seconds) {
        assertEquals(NOW + seconds, Expiry.of(kind, OptionalLong.of(NOW - 1000), NOW));
    }

    @Test
    void expiredUpdatesAreSkippedWhenReadAndLeaveGaps() {
        // Given a message, a button press and a message
        TestBot test = TestBot.with(8000, 1);
        test.push("callback_query");
        test.push("message");

        // When the press is read 150 s later it is still there, and one second after that it is not
        test.advanceMs(150_000);
        assertEquals(List.of(8000, 8001, 8002), test.poll(0).ids());
        test.advanceMs(1_000);
        Recorded answer = test.poll(8000);

        // Then the ids have a gap
        assertEquals(List.of(8000, 8002), answer.ids());
        assertEquals(IdRanges.of(8001, 8001), answer.fetches.get(0).expired());
    }

    @Test
    void messagesOfMoreThanADayAgoAreNeverQueued() {
        TestBot test = new TestBot();

        Pushed pushed = test.push("message", "\"message\":{}", OptionalLong.of(NOW - 86_400));

        assertEquals(Pushed.Outcome.TOO_OLD, pushed.outcome());
    }

    @Test
    void expiredUpdatesCountAsPendingUntilSomebodyLooks() {
        TestBot test = TestBot.with(8000, 0);
        test.push("inline_query");
        test.advanceMs(31_000);

        assertEquals(1, test.pending());
        test.poll(0);
        assertEquals(0, test.pending());
    }

    @Test
    void theMinutesCleanUpStopsAtTheSecondThatLives() {
        TestBot test = TestBot.with(8000, 0);
        test.push("inline_query");
        test.push("message");
        test.push("inline_query");
        test.push("message");
        test.push("inline_query");
        test.advanceMs(60_000);

        IdRanges expired = test.bot.queue().collectGarbage(test.now().unixSeconds());

        assertEquals("[[8000,8000],[8002,8002]]", expired.toJson());
        assertEquals(3, test.pending());
    }
}
