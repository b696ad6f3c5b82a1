package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-1.7")
class LongPollTest {

    private final TestBot test = TestBot.with(8000, 0);

    @Test
    void pendingUpdatesAreAnsweredAtOnceWhateverTheTimeout() {
        test.pushMany(1);

        assertEquals(List.of(8000), test.poll(0, 50).ids());
    }

    @Test
    void withoutATimeoutAnEmptyQueueIsAnsweredAtOnce() {
        assertEquals("{\"ok\":true,\"result\":[]}", test.poll(0).body());
    }

    @Test
    void theTimeoutEndsWithAnEmptyResult() {
        Recorded poll = test.poll(8000, 50);
        test.advanceMs(49_999);
        assertFalse(poll.isAnswered());

        test.advanceMs(1);

        assertEquals("{\"ok\":true,\"result\":[]}", poll.body());
    }

    @Test
    void aNewUpdateIsAnsweredAfterOneMillisecond() {
        Recorded poll = test.poll(8000, 50);
        test.advanceMs(1000);
        test.push("message");
        test.advanceNanos(999_999);
        assertFalse(poll.isAnswered());

        test.advanceNanos(1);

        assertEquals(List.of(8000), poll.ids());
    }

    @Test
    void aBurstIsGatheredForTwoMillisecondsAtMost() {
        Recorded poll = test.poll(8000, 50);
        test.push("message");
        test.advanceNanos(900_000);
        test.push("message");
        test.advanceNanos(900_000);
        test.push("message");
        test.advanceNanos(199_999);
        assertFalse(poll.isAnswered());

        test.advanceNanos(1);

        assertEquals(List.of(8000, 8001, 8002), poll.ids());
    }

    @Test
    void theRememberedOffsetConfirmsNothingWhenItWasZero() {
        Recorded poll = test.poll(0, 50);
        test.push("message");
        test.advanceMs(2);

        assertEquals(List.of(8000), poll.ids());
        assertEquals(1, test.pending());
    }

    @Test
    void closeAnswersTheWaitingPollEarly() {
        Recorded poll = test.poll(8000, 50);
        test.advanceMs(100);

        test.call("close");

        assertEquals("{\"ok\":true,\"result\":[]}", poll.body());
    }

    @Test
    void aRestartAnswersTheWaitingPollEarlyWithWhatThereIs() {
        Recorded poll = test.poll(8000, 50);
        test.push("message");

        test.bot.restart(Duration.ofSeconds(1).toNanos(), false, test.now());

        assertEquals(List.of(8000), poll.ids());
    }

    @Test
    void aPollNobodyListensToStaysUntilItsTimeout() {
        test.poll(8000, 50);
        test.advanceMs(49_000);

        assertTrue(test.bot.isPolled());
        test.advanceMs(1_000);
        assertFalse(test.bot.isPolled());
    }
}
