package dev.sluice.system.bench.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.core.IdRanges;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is concluded from the ledger's sends. Times in milliseconds. */
class ArrivalsTest {

    @Test
    void theMostInAnyStretchIsFoundWhereverItBegins() {
        // Given three calls at the end of one second and three at the start of the next
        Arrivals calls = at(900, 910, 920, 1_890, 1_899, 1_900, 2_500);

        // Then the call exactly a second later is outside
        assertEquals(5, calls.mostWithin(Duration.ofMillis(1_000)));
        assertEquals(4, calls.mostWithin(Duration.ofMillis(900)));
        assertEquals(1, calls.mostWithin(Duration.ofMillis(1)));
    }

    @Test
    void aRateIsOfWholeCyclesWhateverTheBurstsAre() {
        // Given two calls a cycle of 1,010 ms, the second of the first cycle late
        Arrivals calls = at(0, 400, 1_010, 1_410, 2_020, 2_420);

        // Then
        assertEquals(2 / 1.010, calls.perSecond(2), 1e-9);
    }

    @Test
    void oneCycleHasNoRate() {
        assertThrows(IllegalStateException.class, () -> at(0, 1, 2).perSecond(2));
    }

    @Test
    void callsAreInTheOrderOfTheirArrival() {
        Arrivals calls = at(30, 10, 20);
        assertEquals(10_000_000, calls.firstNanos());
        assertEquals(30_000_000, calls.lastNanos());
    }

    private static Arrivals at(long... ms) {
        return new Arrivals(LongStream.of(ms).mapToObj(ArrivalsTest::send).toList());
    }

    private static LedgerCall send(long receivedMs) {
        return new LedgerCall(
                1,
                110001,
                "sendMessage",
                "",
                0,
                receivedMs * 1_000_000,
                0,
                receivedMs * 1_000_000,
                200,
                null,
                null,
                null,
                "42",
                null,
                null,
                null,
                0,
                0,
                0,
                null,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                null,
                false);
    }
}
