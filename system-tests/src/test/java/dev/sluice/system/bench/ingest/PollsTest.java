package dev.sluice.system.bench.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.core.IdRanges;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is concluded from the ledger's polls. Times in milliseconds. */
class PollsTest {

    private static LedgerCall poll(long receivedMs, long answeredMs, int updates) {
        IdRanges returned = updates == 0 ? IdRanges.NONE : IdRanges.of(1, updates);
        return new LedgerCall(
                1,
                110001,
                "getUpdates",
                "",
                0,
                receivedMs * 1_000_000,
                0,
                answeredMs * 1_000_000,
                answeredMs == 0 ? 0 : 200,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                100,
                50,
                "NEXT",
                returned,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                null,
                false);
    }

    @Test
    void ratesAreOfWholeCycles() {
        // Given two whole cycles of 20 ms, and a third poll that may not have been dealt with
        PollWindow window = new PollWindow(List.of(poll(100, 110, 100), poll(120, 130, 100), poll(140, 150, 100)));

        // Then
        assertEquals(200 / 0.040, window.updatesPerSecond(), 1e-6);
        assertEquals(10, window.turnaroundMs().median());
        assertEquals(1, window.fullShare());
    }

    @Test
    void anAnswerThatWasNotFullIsNoticed() {
        PollWindow window = new PollWindow(List.of(poll(100, 110, 100), poll(120, 130, 99), poll(140, 150, 100)));
        assertEquals(0.5, window.fullShare());
    }

    @Test
    void aBotIsWithoutAPollFromAnAnswerToTheNextArrival() {
        // Given answers at 50 and 60 s, each followed 5 ms later by a poll, the last of which hangs
        List<LedgerCall> polls = List.of(poll(1, 50_000, 0), poll(50_005, 60_000, 0), poll(60_005, 0, 0));

        // Then
        PollGaps gaps = PollGaps.of(polls, millis(40_000), millis(100_000));
        assertEquals(Duration.ofMillis(5), gaps.longest());
        assertEquals(0, gaps.botsWithout(Duration.ofSeconds(1)));
        assertEquals(2, gaps.answered());
    }

    @Test
    void aBotThatIsNotPolledAgainIsWithoutAPollToTheEnd() {
        PollGaps gaps = PollGaps.of(List.of(poll(1, 50_000, 0)), millis(40_000), millis(100_000));
        assertEquals(Duration.ofSeconds(50), gaps.longest());
        assertEquals(1, gaps.botsWithout(Duration.ofSeconds(1)));
    }

    @Test
    void whatWasOverBeforeTheWindowDoesNotCount() {
        List<LedgerCall> polls = List.of(poll(1, 10_000, 0), poll(30_000, 0, 0));
        assertEquals(
                Duration.ZERO,
                PollGaps.of(polls, millis(40_000), millis(100_000)).longest());
    }

    private static long millis(long ms) {
        return ms * 1_000_000;
    }
}
