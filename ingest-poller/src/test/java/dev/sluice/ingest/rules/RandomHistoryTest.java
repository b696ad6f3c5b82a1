package dev.sluice.ingest.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a bot and its server against an oracle that keeps everything. The seed is printed, and taken back with
 * {@code -Dsluice.seed=}.
 */
class RandomHistoryTest {
    private static final int HISTORIES = 600;

    @Test
    @Tag("R7")
    @Tag("R30")
    @Tag("R31")
    @Tag("R40")
    @Tag("A1")
    void losesNothingAndDoublesNothing() {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.err.println("RandomHistoryTest: -Dsluice.seed=" + seed);

        int resets = 0;
        int duplicates = 0;
        int gaps = 0;
        Random seeds = new Random(seed);
        for (int i = 0; i < HISTORIES; i++) {
            long one = seeds.nextLong();
            BotHistory history = new BotHistory(one);
            try {
                history.run(80);
                history.drain();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("history " + i + " of -Dsluice.seed=" + seed + ": " + history, e);
            }
            resets += history.resets;
            duplicates += history.duplicates;
            gaps += history.gaps;
        }

        // a test that never gets where it hurts proves nothing
        assertTrue(
                resets > HISTORIES / 2 && duplicates > HISTORIES / 2 && gaps > HISTORIES,
                resets + " resets, " + duplicates + " duplicates, " + gaps + " gaps");
    }
}
