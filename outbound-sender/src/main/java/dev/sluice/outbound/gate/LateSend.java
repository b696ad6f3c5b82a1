package dev.sluice.outbound.gate;

import dev.sluice.model.RawJson;
import java.util.Optional;
import java.util.OptionalInt;

/** An earlier attempt turned out to have been sent while a newer one was in flight. */
public record LateSend(int attempt, OptionalInt httpStatus, Optional<RawJson> message) {}
