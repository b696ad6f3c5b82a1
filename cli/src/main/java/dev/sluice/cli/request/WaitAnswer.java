package dev.sluice.cli.request;

import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.Outcome;
import java.util.Optional;

/** How a wait for an outcome ends. */
sealed interface WaitAnswer {

    /**
     * The job is done, or waits for a person.
     *
     * @param json the outcome as it stands in its topic
     * @param earlier whether it stood there before: the request was a repeat, and made no second job
     */
    record Settled(Outcome outcome, byte[] json, boolean earlier) implements WaitAnswer {}

    /** The gate did not take the request. */
    record Refused(DeadLetterHeaders letter) implements WaitAnswer {}

    /** Neither in time; the last outcome, if there was one. */
    record Late(Optional<Outcome> last) implements WaitAnswer {}
}
