package dev.sluice.outbound.dispatch;

import java.util.Optional;

/**
 * Hears of one exchange. Called on the HTTP client's and the timer's threads; must not block or throw.
 *
 * <pre>  beforeFirstByte ──▶ onTheWire ──▶ stillSilent ──▶ ended     (each at most once; ended always)</pre>
 */
interface ExchangeListener {

    /**
     * Asked when a connection is open and is about to take the request. Whatever is decided here is decided at the last moment
     * at which nothing was sent for certain (R97).
     *
     * @return why the request must not go out
     */
    Optional<Refusal> beforeFirstByte();

    /** The last byte was handed to the socket. */
    void onTheWire(long sentNanos);

    /** No answer for a while. */
    void stillSilent(long sentNanos, long nowNanos);

    void ended(Ending ending);
}
