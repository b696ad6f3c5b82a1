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
 * @param msSinceSent up to when the gate reads it, as far as that is certain; never more
 * @param msSinceReceived the same
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

    /** These, read so long after they were written. */
    public ResultFacts read(long afterMs) {
        return new ResultFacts(
                grantId,
                requestId,
                attempt,
                resultClass,
                reason,
                httpStatus,
                later(msSinceSent, afterMs),
                later(msSinceReceived, afterMs),
                retryAfterSeconds,
                migrateTo,
                message,
                error);
    }

    private static OptionalLong later(OptionalLong ms, long byMs) {
        return ms.isPresent() ? OptionalLong.of(ms.getAsLong() + byMs) : ms;
    }

    /** The API said something, whatever it was. */
    boolean isAnswered() {
        return msSinceReceived.isPresent();
    }
}
