package dev.sluice.local.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacerTest {

    private static final long MS = 1_000_000L;

    @Test
    void aLowRateIsSmooth() {
        Pacer pacer = new Pacer(20, 0);
        int most = 0;
        int total = 0;
        for (long now = 0; now <= 10_000 * MS; now += MS) {
            int due = pacer.due(now);
            most = Math.max(most, due);
            total += due;
        }
        assertEquals(1, most);
        assertTrue(total >= 199 && total <= 200, total + " in 10 s");
    }

    @Test
    void aHighRateIsExact() {
        Pacer pacer = new Pacer(50_000, 0);
        int total = 0;
        for (long now = 0; now <= 1000 * MS; now += MS) {
            total += pacer.due(now);
        }
        assertTrue(total >= 49_999 && total <= 50_000, total + " in 1 s");
    }

    @Test
    void aStallIsNotCaughtUp() {
        Pacer pacer = new Pacer(1000, 0);

        assertEquals(500, pacer.due(60_000 * MS));
    }

    @Test
    void theNextOneIsAnnounced() {
        Pacer pacer = new Pacer(20, 0);

        assertEquals(50 * MS, pacer.waitNanos(1000 * MS));
        assertEquals(0, pacer.due(30 * MS));
        assertTrue(Math.abs(pacer.waitNanos(1000 * MS) - 20 * MS) < 1000);
        assertEquals(5 * MS, pacer.waitNanos(5 * MS));
    }
}
