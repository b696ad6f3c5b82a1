package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-1.1")
class RepeatGuardTest {

    private final TestBot test = TestBot.with(8000, 5);

    @Test
    void theSameOffsetWithinHalfASecondGetsOneUpdate() {
        test.poll(8000);
        test.advanceMs(499);

        assertEquals(1, test.poll(8000).ids().size());
    }

    @Test
    void theSameOffsetAfterHalfASecondGetsAll() {
        test.poll(8000);
        test.advanceMs(500);

        assertEquals(5, test.poll(8000).ids().size());
    }

    @Test
    void anotherOffsetGetsAllAtOnce() {
        test.poll(8000);

        assertEquals(4, test.poll(8001).ids().size());
    }

    @Test
    void theRawOffsetIsComparedSoAbsentAndZeroAreTheSame() {
        test.call("getUpdates");

        assertEquals(1, test.poll(0).ids().size());
    }

    @Test
    void aShortPollWithTheSameOffsetWithinThreeSecondsBlocksForThree() {
        test.poll(8005);
        test.advanceMs(2999);

        Recorded second = test.poll(8005, 2);
        assertEquals(3, second.usedTimeout);
        test.advanceMs(2999);
        assertFalse(second.isAnswered());
        test.advanceMs(1);
        assertTrue(second.isAnswered());
    }

    @Test
    void afterThreeSecondsTheTimeoutIsKept() {
        test.poll(8005);
        test.advanceMs(3000);

        assertEquals(0, test.poll(8005).usedTimeout);
    }

    @Test
    void aTimeoutOfThreeOrMoreIsKept() {
        test.poll(8005);

        assertEquals(4, test.poll(8005, 4).usedTimeout);
    }

    @Test
    void theGuardCountsFromTheStartOfThePreviousCall() {
        test.poll(8005, 2);
        test.advanceMs(2000);

        assertEquals(3, test.poll(8005).usedTimeout);
    }
}
