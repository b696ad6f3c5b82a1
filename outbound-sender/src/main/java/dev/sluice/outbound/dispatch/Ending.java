package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.contract.Answer;

/** How one exchange ended. Instants are {@link System#nanoTime()}. */
sealed interface Ending {

    /** The last check before the first byte said no: nothing was written. */
    record Refused(Refusal refusal) implements Ending {}

    /**
     * It never came to writing: no name, no connection, no TLS, no room, or no time for one of them.
     *
     * @param detail for the log; without secrets
     */
    record NotSent(String detail) implements Ending {}

    /**
     * A connection had taken the request, and no answer came.
     *
     * @param sentNanos when the last byte was handed to the socket, or the end of the exchange when that was not seen
     */
    record Silent(String detail, long sentNanos) implements Ending {}

    /** An answer came, or a part of one. */
    record Answered(Answer answer, long sentNanos, long receivedNanos) implements Ending {}
}
