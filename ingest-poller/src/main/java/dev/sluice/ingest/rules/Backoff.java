package dev.sluice.ingest.rules;

import java.time.Duration;

/**
 * A pause that grows: {@code first}, then times {@code factor} up to {@code longest}.
 *
 * @param first the shortest
 * @param longest where it stops growing
 * @param factor above 1
 */
public record Backoff(Duration first, Duration longest, double factor) {

    /** Jitter adds a quarter, so that bots that failed together do not come back together; for long pauses, 10 s do it. */
    private static final double JITTER = 0.25;

    private static final Duration MAX_JITTER = Duration.ofSeconds(10);

    public Backoff {
        if (first.isNegative() || longest.compareTo(first) < 0 || factor <= 1) {
            throw new IllegalArgumentException("a back-off grows from " + first + " to " + longest);
        }
    }

    /** The pause after this many failures in a row, from 1. */
    public Duration after(int failures) {
        double ms = first.toMillis() * Math.pow(factor, Math.max(0, failures - 1));
        return ms >= longest.toMillis() ? longest : Duration.ofMillis((long) ms);
    }

    /**
     * A pause with jitter, which only ever adds.
     *
     * @param random from 0 inclusive to 1 exclusive
     */
    public static Duration jittered(Duration pause, double random) {
        long most = Math.min((long) (pause.toMillis() * JITTER), MAX_JITTER.toMillis());
        return pause.plusMillis((long) (most * random));
    }
}
