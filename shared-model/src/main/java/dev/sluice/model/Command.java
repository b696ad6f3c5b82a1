package dev.sluice.model;

import java.time.Instant;
import java.util.Optional;

/** What somebody decides about jobs: the values of {@code outbound.commands}. */
public sealed interface Command {

    Sender sender();

    /** One job is no longer wanted. */
    record Cancel(Sender sender, String requestId) implements Command {
        public Cancel {
            RequestId.check(requestId);
        }
    }

    /**
     * A person has answered in this chat: what waits for it is no longer wanted (R116).
     *
     * @param before only requests whose record timestamp is strictly less; empty: the command's own record timestamp
     */
    record CancelChat(Sender sender, ChatId chatId, Optional<Instant> before) implements Command {}

    /**
     * A person settles a job that is held or unknown.
     *
     * @param attempt the attempt it decides on, so that a second click decides nothing
     * @param by who says so; advisory
     */
    record Resolve(Sender sender, String requestId, int attempt, Decision decision, String by, Optional<String> note)
            implements Command {
        public Resolve {
            RequestId.check(requestId);
            if (attempt < 0) {
                throw InvalidRecordException.invalid("attempt", "negative");
            }
        }
    }

    /** Nothing of this sender is sent until it is resumed. */
    record Pause(Sender sender) implements Command {}

    record Resume(Sender sender) implements Command {}

    /** How a person settles it. */
    enum Decision implements Word {
        /** It did arrive. */
        SENT("sent"),
        /** Send it again. */
        RESEND("resend"),
        /** Give it up. */
        DROP("drop");

        private final String word;

        Decision(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }
}
