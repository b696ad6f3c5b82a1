package dev.sluice.ingest.telegram;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What one getUpdates call asks for. A negative offset is refused here: at the server it would drop every pending update
 * but the last ones, for good (R11, R12).
 *
 * @param offset id of the first update wanted, positive; empty when nothing was ever stored, and then it is left out of
 *     the call, so that the server begins at the earliest unconfirmed update (R4)
 * @param limit 1 to 100; the server would silently clamp any other value
 * @param timeout of the long poll, 0 to 50 s in whole seconds; the server would silently clamp a longer one (A21)
 */
public record PollRequest(OptionalInt offset, int limit, Duration timeout) {
    public static final int MAX_LIMIT = 100;
    public static final Duration MAX_TIMEOUT = Duration.ofSeconds(50);

    public PollRequest {
        if (offset.isPresent() && offset.getAsInt() <= 0) {
            throw new IllegalArgumentException("an offset is positive: " + offset.getAsInt());
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a limit is 1 to " + MAX_LIMIT + ": " + limit);
        }
        if (timeout.isNegative() || timeout.compareTo(MAX_TIMEOUT) > 0 || !inWholeSeconds(timeout)) {
            throw new IllegalArgumentException("a poll timeout is 0 to 50 whole seconds: " + timeout);
        }
    }

    private static boolean inWholeSeconds(Duration timeout) {
        return timeout.equals(Duration.ofSeconds(timeout.toSeconds()));
    }
}
