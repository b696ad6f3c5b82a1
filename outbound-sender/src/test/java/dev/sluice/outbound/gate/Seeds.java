package dev.sluice.outbound.gate;

import java.util.Random;

/** Random sources of the randomised tests: each prints its seed, and takes it back from {@code -Dsluice.seed}. */
final class Seeds {

    private Seeds() {}

    static Random random(Class<?> test) {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.err.println(test.getSimpleName() + ": -Dsluice.seed=" + seed);
        return new Random(seed);
    }
}
