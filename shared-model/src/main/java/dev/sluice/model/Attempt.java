package dev.sluice.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One call that the gate has granted: the value of {@code outbound.attempts}. It is stored before the call is made.
 *
 * @param grantId monotonic in its partition, never used twice
 * @param epoch the dispatcher it is meant for
 * @param attempt which call of the job this is, from 1
 * @param weight what it takes of the windows that count items
 * @param chatId of the parameters; empty for a method without chat
 * @param leaseMs not started later than this after {@code grantedAt}
 * @param deadlineMs unknown when no result has come this long after {@code grantedAt}
 * @param hold what it waits for before it is started; empty for an attempt that may start at once
 */
public record Attempt(
        long grantId,
        String epoch,
        String requestId,
        Sender sender,
        int attempt,
        String method,
        Params params,
        int weight,
        Optional<ChatId> chatId,
        Instant grantedAt,
        long leaseMs,
        long deadlineMs,
        List<Hold> hold) {

    /**
     * An earlier call that still fills a window of this one when it is granted. Over for certain after either of both times; the
     * first is the gate's bound, the second is more exact for whoever made the earlier call.
     *
     * @param grantId of the earlier call, in the same partition
     * @param ms from this grant on
     * @param msAfterSent from the last byte of the earlier call on
     */
    public record Hold(long grantId, long ms, long msAfterSent) {
        public Hold {
            if (grantId < 0 || ms < 0 || msAfterSent < 0) {
                throw new IllegalArgumentException("the numbers of a hold are not negative");
            }
        }
    }

    public Attempt {
        RequestId.check(requestId);
        hold = List.copyOf(hold);
        if (grantId < 0 || attempt < 1 || weight < 0 || leaseMs < 0 || deadlineMs < leaseMs) {
            throw new IllegalArgumentException(
                    "an attempt counts from 1, its numbers are not negative, and its deadline"
                            + " is not before the end of its lease");
        }
    }
}
