package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R80")
class ArrivalTimesTest {
    private static final long SENT = ms(-5_000); // nanoTime may be any number

    private final ArrivalTimes arrivals = new ArrivalTimes();

    @Test
    void aCallThatIsAnsweredAsQuicklyAsOthersCountsFromItsSend() {
        know(60);
        assertEquals(0, answered(100, 62));
        assertEquals(0, answered(200, 70));
    }

    @Test
    void whatAnAnswerTookLongerMayHaveBeenTheCallsWay() {
        know(2);
        assertEquals(38, answered(100, 50));
    }

    @Test
    void onlySoMuchIsBelieved() {
        know(2);
        assertEquals(200, answered(100, 30_000));
    }

    @Test
    void theFirstCallsOfAllAreNotTrusted() {
        assertEquals(190, silent(0, 200));
        for (int n = 1; n < ArrivalTimes.KNOWN_AFTER; n++) {
            assertEquals(140, answered(n, 150));
        }
        assertEquals(0, answered(100, 150));
    }

    @Test
    void anApiThatGetsSlowerIsNotPunishedForLong() {
        know(2);
        assertEquals(200, answered(1_000, 300));
        assertEquals(200, answered(11_000, 300));
        assertEquals(0, answered(22_000, 300));
    }

    private void know(long tookMs) {
        for (int n = 0; n < ArrivalTimes.KNOWN_AFTER; n++) {
            answered(0, tookMs);
        }
    }

    private long answered(long atMs, long tookMs) {
        long sent = SENT + ms(atMs);
        return TimeUnit.NANOSECONDS.toMillis(arrivals.answered(sent, sent + ms(tookMs)) - sent);
    }

    private long silent(long atMs, long forMs) {
        long sent = SENT + ms(atMs);
        return TimeUnit.NANOSECONDS.toMillis(arrivals.silent(sent, sent + ms(forMs)) - sent);
    }

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
