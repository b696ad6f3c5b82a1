package dev.sluice.outbound.topology;

import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.gate.Now;
import java.util.OptionalLong;

/**
 * How long things have lasted in a lane, in milliseconds; 0 where there is nothing.
 *
 * @param cooldownLeft what is left of the cooldown
 * @param oldestJob age of the oldest waiting job, be it planned for tomorrow
 * @param late how long a waiting job could have gone by its own times
 * @param oldestReview age of the oldest open review
 */
public record LaneAges(long cooldownLeft, long oldestJob, long late, long oldestReview) {

    static LaneAges of(LaneView view, Now now) {
        return new LaneAges(
                Math.max(0, view.cooldownUntilMs() - now.gateMs()),
                since(view.oldestAcceptedAtMs(), now.wallMs()),
                since(view.firstDueAtMs(), now.wallMs()),
                since(view.oldestReviewAtMs(), now.gateMs()));
    }

    private static long since(OptionalLong atMs, long nowMs) {
        return atMs.isPresent() ? Math.max(0, nowMs - atMs.getAsLong()) : 0;
    }
}
