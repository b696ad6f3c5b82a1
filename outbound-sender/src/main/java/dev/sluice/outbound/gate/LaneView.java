package dev.sluice.outbound.gate;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a sender stands.
 *
 * @param waiting jobs that wait, due or not
 * @param oldestAcceptedAtMs the earliest record timestamp among them
 * @param cooldownUntilMs gate time; may be over
 * @param firstDueAtMs when the first of the waiting jobs may go by its own times; may be over
 * @param oldestReviewAtMs gate time at which the attempt was granted that the oldest open review came from, to the second
 */
public record LaneView(
        int waiting,
        int inFlight,
        int held,
        int unknown,
        OptionalLong oldestAcceptedAtMs,
        long cooldownUntilMs,
        boolean paused,
        Optional<Parked> parked,
        OptionalLong firstDueAtMs,
        OptionalLong oldestReviewAtMs) {}
