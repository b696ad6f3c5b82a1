package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One test per row of the offset table. The queue holds 8000 to 8004: head 8000, tail 8005. */
@Tag("TELEGRAM-1.2")
class OffsetTableTest {

    private static final int HEAD = 8000;
    private static final int TAIL = 8005;

    private TestBot test = new TestBot();

    @BeforeEach
    void fiveArePending() {
        test = TestBot.with(HEAD, 5);
    }

    @Test
    void absentReturnsTheOldestAndConfirmsNothing() {
        Recorded answer = test.call("getUpdates");

        assertEquals(ids(8000, 8004), answer.ids());
        assertEquals(5, test.pending());
        assertEquals(Fetch.Resolution.HEAD, answer.fetches.get(0).resolution());
    }

    @Test
    void zeroReturnsTheOldestAndConfirmsNothing() {
        assertEquals(ids(8000, 8004), test.poll(0).ids());
        assertEquals(5, test.pending());
    }

    @ParameterizedTest
    @ValueSource(ints = {HEAD, HEAD - 1, 1})
    void upToHeadReturnsFromHeadAndConfirmsNothing(int offset) {
        Recorded answer = test.poll(offset);

        assertEquals(ids(8000, 8004), answer.ids());
        assertEquals(5, test.pending());
        assertEquals(Fetch.Resolution.UP_TO_HEAD, answer.fetches.get(0).resolution());
    }

    @Test
    void withinTheQueueDeletesStrictlyBelowAtOnce() {
        test.poll(0);
        Recorded answer = test.poll(8003);

        assertEquals(ids(8003, 8004), answer.ids());
        assertEquals(2, test.pending());
        assertEquals(IdRanges.of(8000, 8002), answer.fetches.get(0).confirmed());
        assertTrue(answer.fetches.get(0).deletedUnseen().isEmpty());
    }

    @Test
    void deletedWithoutHavingBeenReturnedIsToldApart() {
        Recorded answer = test.poll(8003);

        assertEquals(IdRanges.of(8000, 8002), answer.fetches.get(0).deletedUnseen());
        assertTrue(answer.fetches.get(0).confirmed().isEmpty());
    }

    @Test
    void tailConfirmsEverythingAndWaits() {
        Recorded answer = test.poll(TAIL, 50);

        assertFalse(answer.isAnswered());
        assertEquals(0, test.pending());
    }

    @ParameterizedTest
    @ValueSource(ints = {TAIL + 1, TAIL + 10})
    void oneToTenBeyondTailDeletesAllAndReturnsNothing(int offset) {
        Recorded answer = test.poll(offset);

        assertEquals(List.of(), answer.ids());
        assertEquals(0, test.pending());
        assertEquals(Fetch.Resolution.BEYOND_TAIL, answer.fetches.get(0).resolution());
    }

    @Test
    void beyondTailDeletesNewUpdatesUnseenAtEachWakeUp() {
        // Given a poll that waits with an offset three beyond tail
        Recorded answer = test.poll(TAIL + 3, 50);

        // When an update arrives that lies below it
        test.push("message");
        test.advanceMs(10);

        // Then it is deleted and the poll is answered without it
        assertEquals(List.of(), answer.ids());
        assertEquals(0, test.pending());
        assertEquals(IdRanges.of(TAIL, TAIL), answer.fetches.get(1).deletedUnseen());
    }

    @ParameterizedTest
    @ValueSource(ints = {TAIL + 11, 1_999_999_999, 2_000_000_000, Integer.MAX_VALUE})
    void moreThanTenBeyondTailFallsBackToHead(int offset) {
        Recorded answer = test.poll(offset);

        assertEquals(ids(8000, 8004), answer.ids());
        assertEquals(200, answer.status());
        assertEquals(5, test.pending());
        assertEquals(Fetch.Resolution.FUTURE_FALLBACK, answer.fetches.get(0).resolution());
    }

    @Test
    void futureIsJudgedAnewWhenTheQueueHasGrown() {
        // Given an offset eleven beyond tail, which returned everything
        assertEquals(5, test.poll(TAIL + 11).ids().size());

        // When one more update has arrived and the same offset is sent again
        test.push("message");
        test.advanceMs(5000);
        Recorded again = test.poll(TAIL + 11);

        // Then it is within ten, and deletes all six
        assertEquals(List.of(), again.ids());
        assertEquals(0, test.pending());
    }

    @Test
    void farBelowHeadFallsBackToHead() {
        TestBot far = TestBot.with(500_000, 3);

        Recorded answer = far.poll(399_999);

        assertEquals(ids(500_000, 500_002), answer.ids());
        assertEquals(3, far.pending());
        assertEquals(Fetch.Resolution.PAST_FALLBACK, answer.fetches.get(0).resolution());
        assertEquals(
                Fetch.Resolution.UP_TO_HEAD, far.poll(400_000).fetches.get(0).resolution());
    }

    @Test
    void negativeDropsAllButTheLastFewForGood() {
        Recorded answer = test.poll(-2);

        assertEquals(ids(8003, 8004), answer.ids());
        assertEquals(IdRanges.of(8000, 8002), answer.fetches.get(0).dropped());
        assertEquals(2, test.pending());
    }

    @Test
    void negativeReturnsWithoutConfirming() {
        test.poll(-2);
        test.advanceMs(5000);

        assertEquals(ids(8003, 8004), test.poll(0).ids());
    }

    @Test
    void anOffsetThatWrapsIsNegative() {
        Recorded answer = test.call("getUpdates", "offset", "4294967294");

        assertEquals(-2, answer.usedOffset);
        assertEquals(2, test.pending());
    }

    @Test
    void theSmallestNegativeKeepsEverything() {
        assertEquals(5, test.call("getUpdates", "offset", "2147483648").ids().size());
    }

    @Test
    @Tag("TELEGRAM-1.3")
    void anAnswerConfirmsNothingByItself() {
        test.poll(0);
        test.advanceMs(5000);

        assertEquals(ids(8000, 8004), test.poll(0).ids());
    }

    @Test
    void aQueueThatDoesNotExistAnswersNothingWhateverTheOffset() {
        TestBot fresh = new TestBot();

        Recorded answer = fresh.poll(4711);

        assertEquals(List.of(), answer.ids());
        assertEquals(Fetch.Resolution.NOT_CREATED, answer.fetches.get(0).resolution());
    }

    private static List<Integer> ids(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }
}
