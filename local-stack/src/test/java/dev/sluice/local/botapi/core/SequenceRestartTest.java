package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-1.6")
class SequenceRestartTest {

    @Test
    void lowerIdsAreDeliveredFromHeadAndNeverConfirmedByTheOldOffset() {
        // Given a client at offset 727334708 and a sequence that restarted far below
        TestBot test = TestBot.with(727_334_700, 3);
        test.bot.queue().restartAt(117_314_199);
        test.pushMany(2);

        // When the old offset is sent again and again
        for (int n = 0; n < 3; n++) {
            Recorded answer = test.poll(727_334_703);
            test.advanceMs(5000);

            // Then the same updates come, all below the offset
            assertEquals(List.of(117_314_199, 117_314_200), answer.ids());
            assertEquals(Fetch.Resolution.FUTURE_FALLBACK, answer.fetches.get(0).resolution());
        }
        // And the lower offset confirms them
        assertEquals(List.of(), test.poll(117_314_201).ids());
        assertEquals(0, test.pending());
    }

    @Test
    void higherIdsAreDeliveredNormally() {
        TestBot test = TestBot.with(117_314_199, 1);
        test.bot.queue().restartAt(727_334_708);
        test.pushMany(1);

        assertEquals(List.of(727_334_708), test.poll(117_314_200).ids());
    }

    @Test
    void aRestartAtMostTenBelowTheOffsetLosesUpdates() {
        TestBot test = TestBot.with(9000, 0);
        test.bot.queue().restartAt(8995);
        test.pushMany(1);

        Recorded answer = test.poll(9000);

        assertEquals(List.of(), answer.ids());
        assertEquals(IdRanges.of(8995, 8995), answer.fetches.get(0).deletedUnseen());
    }

    @Test
    void aWaitingPollIsServedFromTheNewSequence() {
        TestBot test = TestBot.with(727_334_700, 0);
        Recorded waiting = test.poll(727_334_700, 50);
        test.bot.queue().restartAt(117_314_199);
        test.push("message");
        test.advanceMs(2);

        assertEquals(List.of(117_314_199), waiting.ids());
    }

    @Test
    void anotherServerHasNothingPendingAndOtherIds() {
        TestBot test = TestBot.with(935_483_230, 4);

        IdRanges lost = test.bot.queue().move();
        test.pushMany(1);

        assertEquals(IdRanges.of(935_483_230, 935_483_233), lost);
        assertTrue(test.head() != 935_483_234);
        assertEquals(1, test.pending());
    }
}
