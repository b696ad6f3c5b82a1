package dev.sluice.cli.request;

import dev.sluice.model.ChatId;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.SendError;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** Outcomes of made-up jobs. */
final class Outcomes {
    static final Sender SENDER = Sender.telegram(123456);
    static final Instant AT = Instant.parse("2026-11-30T12:00:00.123Z");

    private Outcomes() {}

    static Outcome of(String id, State state, Reason reason) {
        return of(id, state, reason, OptionalInt.empty(), Optional.empty());
    }

    static Outcome of(String id, State state, Reason reason, OptionalInt status, Optional<SendError> error) {
        return new Outcome(
                id,
                SENDER,
                state,
                state == State.ACCEPTED ? 0 : 1,
                AT,
                Optional.empty(),
                status,
                error,
                reason,
                "sendMessage",
                Optional.of(ChatId.of(42)),
                Optional.empty());
    }
}
