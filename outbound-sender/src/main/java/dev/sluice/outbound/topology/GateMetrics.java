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

    /** How a lane stands, about once a second. */
    default void lane(Sender sender, LaneView view, LaneAges ages) {}

    /** The lane is no longer served by this process. */
    default void laneGone(Sender sender) {}

    /** A stream thread has died. */
    default void threadDied() {}

    /** The time that the gate counted on is gone, and it starts anew. */
    default void startsAnew() {}
}
