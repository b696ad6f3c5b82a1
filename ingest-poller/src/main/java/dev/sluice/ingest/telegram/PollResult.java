package dev.sluice.ingest.telegram;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * What came of one getUpdates call. Texts are short, without control characters and without secrets, fit for a log line or
 * an event.
 */
public sealed interface PollResult {

    /**
     * At least one element. Whoever takes it releases {@code lease} when the body is no longer needed, once it is committed
     * or given up.
     *
     * @param receivedAt when the answer was complete: {@code ce_time} of its updates
     * @param elapsed from the call to the complete answer
     */
    record Batch(UpdateBatch batch, Instant receivedAt, Duration elapsed, BodyBudget.Lease lease)
            implements PollResult {}

    /**
     * {@code ok} and no element. It may come long before the poll timeout (the server closes or restarts).
     *
     * @param elapsed from the call to the complete answer
     */
    record Empty(Duration elapsed) implements PollResult {}

    /** Everything that is not a well-formed success. Nothing was taken from the answer, if there was one. */
    sealed interface Failure extends PollResult {}

    /** HTTP 409: a webhook is set, or somebody else polls this bot. Only getWebhookInfo can tell which. */
    record Conflict(String description) implements Failure {}

    /**
     * The token is not accepted here, now: 401, 404, 421, or 400 "Logged out".
     *
     * @param httpStatus one of these
     */
    record Unauthorized(int httpStatus) implements Failure {}

    /**
     * HTTP 429.
     *
     * @param retryAfterSeconds {@code parameters.retry_after} when it is an integer and not negative; never read from the
     *     description or a header (R73, R86)
     */
    record Flood(OptionalLong retryAfterSeconds) implements Failure {}

    /** Any other HTTP status than success, and 200 with {@code ok:false}. */
    record ServerError(int httpStatus, String detail) implements Failure {}

    /** No answer: no connection, a broken one, or none within the deadline. */
    record Unreachable(String detail) implements Failure {}

    /** HTTP success whose body is no answer: HTML, empty, cut short, over the size cap. */
    record Unreadable(String detail) implements Failure {}

    /** {@link PendingCall#cancel()} or the end of the client came first. */
    record Cancelled() implements Failure {}
}
