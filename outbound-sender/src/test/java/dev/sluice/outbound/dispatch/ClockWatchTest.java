package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void onlyAWallClockThatGoesItsOwnWayIsAStep() {
        ClockWatch watch = new ClockWatch(START, 0);

        assertFalse(watch.stepped(START.plusSeconds(30), TimeUnit.SECONDS.toNanos(30)), "a pause moves both");
        assertTrue(watch.stepped(START.minusSeconds(600), TimeUnit.SECONDS.toNanos(31)), "set back");
        assertFalse(watch.stepped(START.minusSeconds(599), TimeUnit.SECONDS.toNanos(32)), "said once");
        assertTrue(watch.stepped(START.plusSeconds(3600), TimeUnit.SECONDS.toNanos(33)), "set ahead");
    }
}
