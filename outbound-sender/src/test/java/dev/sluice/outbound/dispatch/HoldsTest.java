package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a call may start that was granted before its windows have room. */
class HoldsTest {
    /** As nanoTime may be: negative, and near the end of its numbers. */
    private static final long SEEN = Long.MIN_VALUE + 5;

    private final Tenure tenure = new Tenure("epoch");

    @Test
    @Tag("R80")
    void withoutTheSendTimeTheGatesBoundCounts() {
        assertEquals(37, startsAfterMs(new Attempt.Hold(17, 37, 1_010)));
    }

    @Test
    @Tag("R80")
    void anOwnSendTimeIsMoreExact() {
        // Given
        tenure.sent(17, SEEN + ms(-990));
        // Then
        assertEquals(20, startsAfterMs(new Attempt.Hold(17, 37, 1_010)));
        assertEquals(20, startsAfterMs(new Attempt.Hold(17, 21, 1_010)));
        assertEquals(19, startsAfterMs(new Attempt.Hold(17, 19, 1_010)), "the bound is safe by itself");
    }

    @Test
    @Tag("R80")
    void allThatIsNamedHasToBeOver() {
        // Given
        tenure.sent(17, SEEN + ms(-1_005));
        tenure.sent(18, SEEN + ms(-980));
        // Then
        assertEquals(30, startsAfterMs(new Attempt.Hold(18, 40, 1_010), new Attempt.Hold(17, 45, 1_010)));
        assertEquals(45, startsAfterMs(new Attempt.Hold(17, 37, 1_010), new Attempt.Hold(16, 45, 1_010)));
    }

    @Test
    @Tag("R80")
    void whatIsOverForLongMayStartAtOnce() {
        // Given
        tenure.sent(17, SEEN + ms(-1_400));
        // Then
        assertTrue(startsAfterMs(new Attempt.Hold(17, 37, 1_010)) <= 0);
    }

    @Test
    void nothingIsHeldPastItsLease() {
        assertEquals(20_000, startsAfterMs(new Attempt.Hold(17, Long.MAX_VALUE, Long.MAX_VALUE)));
    }

    @Test
    void sendTimesAreKeptForSecondsOnly() {
        // Given
        SentTimes times = new SentTimes();
        for (int n = 0; n < 100_000; n++) {
            times.sent(n, SEEN + ms(n));
        }
        // Then
        assertEquals(5_001, times.size());
        assertTrue(times.of(94_998).isEmpty());
        assertEquals(SEEN + ms(94_999), times.of(94_999).orElseThrow());
    }

    @Test
    void theLastByteIsTheFirstWord() {
        // Given
        tenure.sent(17, SEEN);
        // When its answer ends
        tenure.sent(17, SEEN + ms(30));
        // Then
        assertEquals(SEEN, tenure.sentAt(17).orElseThrow());
    }

    private long startsAfterMs(Attempt.Hold... hold) {
        Attempt attempt = Attempts.held(Attempts.of(Attempts.BOT, 19, "epoch", "1"), hold);
        return TimeUnit.NANOSECONDS.toMillis(Holds.startAt(attempt, SEEN, tenure) - SEEN);
    }

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
