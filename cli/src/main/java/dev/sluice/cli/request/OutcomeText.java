package dev.sluice.cli.request;

import dev.sluice.cli.Plain;
import dev.sluice.model.Outcome;
import dev.sluice.model.SendError;
import java.util.Optional;

/** Outcomes in words, without the messages in them. Pure. */
final class OutcomeText {
    private OutcomeText() {}

    /** Such as {@code rejected (forbidden), attempt 1, 403 Forbidden: bot was blocked by the user}. */
    static String words(Outcome outcome) {
        String state = outcome.state().word();
        String reason = outcome.reason().word();
        return state
                + (reason.equals(state) ? "" : " (" + reason + ")")
                + (outcome.attempt() == 0 ? "" : ", attempt " + outcome.attempt())
                + outcome.error().map(error -> ", " + words(error)).orElse("");
    }

    /** What the API said, on one line. */
    static String words(SendError error) {
        if (error instanceof SendError.Telegram telegram) {
            return telegram.code() + " " + Plain.line(telegram.description());
        }
        SendError.UnifyPort unifyPort = (SendError.UnifyPort) error;
        return Plain.line(unifyPort.code() + " " + unifyPort.message());
    }

    static String words(Optional<SendError> error) {
        return error.map(OutcomeText::words).orElse("");
    }
}
