package dev.sluice.system.bench.rig;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting, with a deadline where it is for something. */
public final class Wait {
    private static final long LOOK_MS = 20;

    private Wait() {}

    /** Returns as soon as it is so; an {@link IllegalStateException} says what was waited for when it takes too long. */
    public static void until(String what, Duration deadline, BooleanSupplier so) {
        until(what, deadline, LOOK_MS, so);
    }

    /**
     * The same, for conditions that cost something to look at.
     *
     * @param lookMs between two looks
     */
    public static void until(String what, Duration deadline, long lookMs, BooleanSupplier so) {
        long end = System.nanoTime() + deadline.toNanos();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited " + deadline.toSeconds() + " s in vain for " + what);
            }
            pause(Duration.ofMillis(lookMs));
        }
    }

    /** Lets a measuring window pass. */
    public static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
