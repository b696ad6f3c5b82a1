package dev.sluice.local.sends;

import dev.sluice.model.Outcome;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Where a request has got to.
 *
 * @param outcome as the gate published it
 * @param waitMs from the request's record to the outcome; empty when the request came before this run
 * @param gate what it waited for
 */
public record SendResult(Outcome outcome, OptionalLong waitMs, Gate gate) {
    public Instant at() {
        return outcome.at();
    }

    /** In a few words: {@code sent}, {@code sent (chat)}, {@code unknown: lost_response}. */
    public String text() {
        String state = outcome.state().word();
        if (outcome.state() == Outcome.State.SENT) {
            return gate == Gate.NONE ? state : state + " (" + gate.word() + ")";
        }
        String reason = outcome.reason().word();
        return reason.equals(state) ? state : state + ": " + reason;
    }
}
