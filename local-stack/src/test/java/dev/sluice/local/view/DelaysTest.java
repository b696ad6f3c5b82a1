package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DelaysTest {

    @Test
    void percentilesAreExactToTheMillisecond() {
        Delays delays = new Delays();
        for (int ms = 1; ms <= 100; ms++) {
            delays.add(ms);
        }

        assertEquals(50, delays.percentileMs(0.50));
        assertEquals(99, delays.percentileMs(0.99));
        assertEquals(100, delays.percentileMs(1));
    }

    @Test
    void nothingMeasuredIsZero() {
        assertEquals(0, new Delays().percentileMs(0.99));
    }

    @Test
    void whatIsOutOfRangeCountsAtItsEnd() {
        Delays delays = new Delays();
        delays.add(-1);
        delays.add(10_000_000);

        assertEquals(0, delays.percentileMs(0.5));
        assertEquals(60_000, delays.percentileMs(0.99));
        assertEquals(2, delays.total());
    }
}
