package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That an age is never more than the truth, and how much less. */
class RecordAgesTest {
    private static final long SKEW_MS = 1_000;
    private static final long T = 1_764_500_000_000L;

    private final RecordAges ages = new RecordAges(SKEW_MS);

    @Test
    void nothingIsKnownOfTheFirst() {
        assertEquals(0, ages.of(T, T + 60_000));
    }

    @Test
    @Tag("R103")
    void whatIsReadAtOnceTellsHowOldTheNextOneIs() {
        ages.of(T, T + 5);

        assertEquals(5_000 - 5 - SKEW_MS - 3, ages.of(T + 5, T + 5_005) + 500, "a tenth of the time since is not sure");
        assertEquals(0, ages.of(T + 5_010, T + 5_015));
    }

    @Test
    void aClockAheadOfTheBrokersMakesNobodyOlder() {
        for (int i = 0; i < 1_000; i++) {
            assertEquals(0, ages.of(T + i * 100, T + i * 100 + 90_000 + i % 7));
        }
    }

    @Test
    void oneThatLagsBehindTheBrokersHidesNoAge() {
        ages.of(T, T - 400);

        assertEquals(2_000 - SKEW_MS - 3 - 200, ages.of(T + 1, T + 1_601));
    }

    /** The broker's clock was set back: what was known of it is void. */
    @Test
    @Tag("R76")
    void appendTimesThatRunBackwardsAreBelievedNoLonger() {
        ages.of(T, T);

        assertEquals(0, ages.of(T - 3_600_000, T + 10), "read at once");
        assertEquals(0, ages.of(T - 3_600_000 + 500, T + 510));
    }

    /**
     * A broker's clock that lies anywhere, is slewed as fast as any daemon does it, and set back now and then by less than the
     * skew in a silence, or by more between two records; a gate that reads at once, or seconds late.
     */
    @Test
    @Tag("R76")
    @Tag("R103")
    void noRecordIsTakenForOlderThanItIs() {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.err.println("RecordAgesTest: -Dsluice.seed=" + seed);
        Random random = new Random(seed);
        long known = 0;
        for (int history = 0; history < 500; history++) {
            known += history(random, "history " + history + " of seed " + seed);
        }
        assertTrue(known > 1_000_000, "ages of which nothing is known prove nothing: " + known);
    }

    private static long history(Random random, String name) {
        RecordAges ages = new RecordAges(SKEW_MS);
        double trueMs = T;
        double brokerMs = T + random.nextInt(20_000) - 10_000;
        double slew = 0;
        double hidden = 0;
        double readMs = trueMs;
        long known = 0;
        for (int i = 0; i < 400; i++) {
            double step = random.nextInt(10) == 0 ? random.nextInt(1_000) : random.nextInt(20);
            trueMs += step;
            brokerMs += step * (1 + slew);
            if (random.nextInt(20) == 0) {
                slew = (random.nextDouble() - 0.5) / 6;
            }
            if (random.nextInt(50) == 0) {
                double back = random.nextDouble() * SKEW_MS;
                // one that no append time shows: all of them together stay below the skew
                boolean isHidden = back < step;
                if (!isHidden || hidden + back < SKEW_MS) {
                    hidden = isHidden ? hidden + back : 0;
                    brokerMs -= isHidden ? back : back + 20_000;
                }
            }
            // in order, so one that is late holds up those behind it
            readMs = Math.max(readMs, trueMs + (random.nextInt(30) == 0 ? random.nextInt(8_000) : random.nextInt(10)));
            long age = ages.of((long) Math.floor(brokerMs), (long) Math.floor(readMs));
            assertTrue(age <= readMs - trueMs, name + ": " + age + " of " + (readMs - trueMs));
            known += age;
        }
        return known;
    }
}
