package dev.sluice.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A job that waits for a person: the value of {@code outbound.reviews}, with a tombstone when it is settled.
 *
 * @param state held or unknown
 * @param since when it came to stand there
 * @param attempts every try so far, the last one last
 */
public record Review(
        String requestId,
        Sender sender,
        Outcome.State state,
        Instant since,
        String method,
        Params params,
        Optional<ChatId> chatId,
        Outcome.Reason reason,
        Optional<Instant> expiresAt,
        List<Try> attempts) {

    /** One try of the job, and what came of it. */
    public record Try(
            int attempt, Instant at, ResultClass resultClass, OptionalInt httpStatus, Optional<SendError> error) {}

    public Review {
        RequestId.check(requestId);
        if (state != Outcome.State.HELD && state != Outcome.State.UNKNOWN) {
            throw InvalidRecordException.invalid("state", "neither held nor unknown");
        }
        attempts = List.copyOf(attempts);
    }
}
