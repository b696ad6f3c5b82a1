package dev.sluice.outbound.gate;

/**
 * At most so many within any window of that length, such as {@code 30/1s} (R78-R80).
 *
 * @param count calls or items, 1 or more
 * @param windowMs milliseconds, 1 or more
 */
public record Limit(int count, long windowMs) {

    public Limit {
        if (count < 1 || windowMs < 1) {
            throw new IllegalArgumentException("a limit is 1 or more in 1 ms or more");
        }
    }

    /** How long one call takes the window: one heavier than the whole limit takes it for as many windows as it fills. */
    long occupiedMs(int weight) {
        long windows = Math.max(1, (weight + (long) count - 1) / count);
        return windows * windowMs;
    }
}
