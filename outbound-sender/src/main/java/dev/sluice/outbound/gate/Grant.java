package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * One attempt that is granted: with the job's content it becomes a record of {@code outbound.attempts}.
 *
 * @param epoch the dispatcher it is meant for
 * @param attempt from 1
 * @param movedTo the id of a chat that has migrated: the parameters' {@code chat_id} becomes this
 * @param leaseMs never reaches beyond the job's expiry
 * @param hold calls that still fill a window; it is started when all of them are over
 */
public record Grant(
        Job job,
        long grantId,
        String epoch,
        int attempt,
        OptionalLong movedTo,
        Instant grantedAt,
        long leaseMs,
        long deadlineMs,
        List<Attempt.Hold> hold) {

    public Grant {
        hold = List.copyOf(hold);
    }
}
