package dev.sluice.system.check.send;

import java.util.OptionalLong;

/**
 * A time in which one sender was stopped, and could not read what the API had answered. In Unix microseconds.
 *
 * @param fromMicros when it was told to stop, or before
 * @param toMicros when it went on, or later
 */
public record Stop(long fromMicros, long toMicros) {
    /** The API's answers were on their way to it for at most so long: what it waited for, and what it did not come to read. */
    private static final long WAITING_MICROS = 2_000_000;

    private static final long UNREAD_MICROS = 250_000;

    /**
     * When an answer can have been read. One that was written later in a long stop is another sender's: whoever was stopped
     * for so long has to ask before it goes on. So is one whose result was stored during the stop.
     */
    long readable(long answeredMicros, OptionalLong storedMicros) {
        boolean mayBeIts = answeredMicros >= fromMicros - UNREAD_MICROS
                && answeredMicros <= fromMicros + WAITING_MICROS
                && (storedMicros.isEmpty() || storedMicros.getAsLong() > toMicros - UNREAD_MICROS);
        return mayBeIts ? Math.max(answeredMicros, toMicros) : answeredMicros;
    }
}
