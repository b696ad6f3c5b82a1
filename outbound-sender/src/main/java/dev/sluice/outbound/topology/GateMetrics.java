package dev.sluice.outbound.topology;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.LaneView;
import java.time.Duration;

/** What the gate counts. Called on stream threads; must not block. */
public interface GateMetrics {

    /** Counts nothing. */
    GateMetrics NONE = new GateMetrics() {};

    default void deadLetter(String reason) {}

    /** A 429, with or without a usable wait. */
    default void flood(Sender sender) {}

    default void expired(Sender sender) {}

    /** The first attempt of a request was sent so long after its record was written. */
    default void requestToWire(Duration took) {}

    /**
     * How a lane stands, about once a second while something happens in it.
     *
     * @param cooldownLeftMs 0 without one
     * @param oldestMs age of the oldest waiting job; 0 without one
     */
    default void lane(Sender sender, LaneView view, long cooldownLeftMs, long oldestMs) {}

    /** The lane is no longer served by this process. */
    default void laneGone(Sender sender) {}
}
