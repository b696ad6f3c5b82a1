package dev.sluice.outbound.gate;

import dev.sluice.model.RawJson;
import dev.sluice.model.SendError;
import java.util.Optional;
import java.util.OptionalInt;

/** What an answer says that its outcome repeats. */
record Told(OptionalInt httpStatus, Optional<RawJson> message, Optional<SendError> error) {

    static final Told NOTHING = new Told(OptionalInt.empty(), Optional.empty(), Optional.empty());

    static Told of(ResultFacts facts) {
        return new Told(facts.httpStatus(), facts.message(), facts.error());
    }

    static Told of(LateSend late) {
        return new Told(late.httpStatus(), late.message(), Optional.empty());
    }
}
