package dev.sluice.outbound.contract;

import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an attempt came to.
 *
 * @param message the API's result, as it came (R120)
 * @param error what the API said, in bounded and redacted words (R133); empty when it was sent, or nothing came
 * @param reason of the outcome that follows; empty when none does, because the job only waits
 * @param retryAfterSeconds the wait that the API asks for (R149: seconds). It holds whatever the class: waiting is never wrong.
 *     Not bounded: who adds it to a clock guards against overflow
 * @param migrateTo the chat's new id, of a {@link ResultClass#MIGRATED}
 */
public record Verdict(
        ResultClass resultClass,
        Optional<RawJson> message,
        Optional<SendError> error,
        Optional<Reason> reason,
        OptionalLong retryAfterSeconds,
        OptionalLong migrateTo) {

    /** No answer after the first byte may have left: it may have been sent (R72, R121). */
    public static final Verdict LOST = without(ResultClass.UNKNOWN, Optional.of(Reason.LOST_RESPONSE));

    /** Provably nothing left this host. */
    public static final Verdict NOT_SENT = without(ResultClass.NOT_SENT, Optional.empty());

    /**
     * Whether the sender rests for the pause that grows while it repeats: the API is refusing calls and does not say for how
     * long (R119). An album that failed in part is one of these, since its text may hide a flood that must not be read from it
     * (R73, case B15).
     */
    public boolean restsSender() {
        return resultClass == ResultClass.HELD || reason.equals(Optional.of(Reason.ALBUM_PARTIAL));
    }

    private static Verdict without(ResultClass resultClass, Optional<Reason> reason) {
        return new Verdict(
                resultClass, Optional.empty(), Optional.empty(), reason, OptionalLong.empty(), OptionalLong.empty());
    }
}
