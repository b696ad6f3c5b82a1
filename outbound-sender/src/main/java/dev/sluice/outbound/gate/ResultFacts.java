package dev.sluice.outbound.gate;

import dev.sluice.model.Outcome;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * An attempt's result, with what its contract reads in it.
 *
 * @param reason of the outcome that a final class leads to
 * @param retryAfterSeconds the usable wait of a flood; seconds (R149)
 * @param migrateTo the chat's new id
 */
public record ResultFacts(
        long grantId,
        String requestId,
        int attempt,
        ResultClass resultClass,
        Outcome.Reason reason,
        OptionalInt httpStatus,
        OptionalLong msSinceSent,
        OptionalLong msSinceReceived,
        OptionalLong retryAfterSeconds,
        OptionalLong migrateTo,
        Optional<RawJson> message,
        Optional<SendError> error) {

    /** The API said something, whatever it was. */
    boolean isAnswered() {
        return msSinceReceived.isPresent();
    }
}
