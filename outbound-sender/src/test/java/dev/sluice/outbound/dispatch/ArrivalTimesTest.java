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
        answered(0, 60);
        assertEquals(0, answered(100, 62));
        assertEquals(0, answered(200, 70));
    }

    @Test
    void whatAnAnswerTookLongerMayHaveBeenTheCallsWay() {
        answered(0, 2);
        assertEquals(38, answered(100, 50));
    }

    @Test
    void onlySoMuchIsBelieved() {
        answered(0, 2);
        assertEquals(50, answered(100, 30_000));
    }

    @Test
    void theFirstCallsOfAllAreNotTrusted() {
        assertEquals(50, silent(0, 200));
        assertEquals(0, answered(0, 300));
        assertEquals(0, silent(400, 200));
    }

    @Test
    void anApiThatGetsSlowerIsNotPunishedForLong() {
        answered(0, 2);
        assertEquals(50, answered(1_000, 300));
        assertEquals(50, answered(11_000, 300));
        assertEquals(0, answered(22_000, 300));
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
