package dev.sluice.model;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A state of a job that other services care about: the value of {@code outbound.outcomes}.
 *
 * @param attempt the attempt it speaks of; 0 before the first
 * @param at when the state was reached
 * @param message what the API returned as the result, as it came
 * @param httpStatus of the attempt's answer
 * @param cause of the request
 */
public record Outcome(
        String requestId,
        Sender sender,
        State state,
        int attempt,
        Instant at,
        Optional<RawJson> message,
        OptionalInt httpStatus,
        Optional<SendError> error,
        Reason reason,
        String method,
        Optional<ChatId> chatId,
        Optional<String> cause) {

    /** Where a job stands. */
    public enum State implements Word {
        ACCEPTED("accepted", false),
        SENT("sent", true),
        REJECTED("rejected", true),
        EXPIRED("expired", true),
        CANCELLED("cancelled", true),
        EXHAUSTED("exhausted", true),
        HELD("held", false),
        UNKNOWN("unknown", false),
        DROPPED("dropped", true);

        private final String word;
        private final boolean terminal;

        State(String word, boolean terminal) {
            this.word = word;
            this.terminal = terminal;
        }

        @Override
        public String word() {
            return word;
        }

        /** Whether the job ends here. */
        public boolean terminal() {
            return terminal;
        }
    }

    /** Why it stands there. */
    public enum Reason implements Word {
        ACCEPTED("accepted"),
        SENT("sent"),
        NOT_MODIFIED("not_modified"),
        API_ACCEPTED("api_accepted"),
        BAD_REQUEST("bad_request"),
        FORBIDDEN("forbidden"),
        NOT_FOUND("not_found"),
        TOO_LARGE("too_large"),
        EXPIRED("expired"),
        CANCELLED("cancelled"),
        CHAT_CANCELLED("chat_cancelled"),
        ATTEMPTS("attempts"),
        FLOOD_WITHOUT_WAIT("flood_without_wait"),
        LOST_RESPONSE("lost_response"),
        SERVER_ERROR("server_error"),
        UNPARSABLE("unparsable"),
        ALBUM_PARTIAL("album_partial"),
        DEADLINE("deadline"),
        RESOLVED("resolved"),
        POLICY("policy"),
        LATE_RESULT_DUPLICATE("late_result_duplicate");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }

    public Outcome {
        RequestId.check(requestId);
        if (attempt < 0) {
            throw new IllegalArgumentException("attempts are counted from 1, 0 is before the first");
        }
    }
}
