package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.outbound.dispatch.StartRules.Situation;
import dev.sluice.outbound.dispatch.StartRules.Verdict;
import java.util.Optional;

/** What the dispatch loop works with, whichever consumer it has at the time. */
record DispatchContext(
        DispatchSettings settings,
        Clocks clocks,
        Slots slots,
        Cooldowns cooldowns,
        ResultPublisher publisher,
        CallReports reports,
        CallMaker calls,
        Holds holds,
        DispatchMetrics metrics) {

    /** What becomes of a grant now. */
    Verdict judge(Granted granted, String ownEpoch) {
        Attempt attempt = granted.attempt();
        long now = clocks.now();
        Optional<Cooldowns.Cooldown> cooldown = cooldowns.of(attempt, now);
        return StartRules.judge(new Situation(
                attempt.epoch().equals(ownEpoch),
                reports.leaseRuns(granted, now),
                cooldown.map(some -> some.leftMs(now)).orElse(0L),
                cooldown.map(some -> some.announced().isDone()).orElse(true),
                calls.canCall(attempt.sender()),
                slots.hasRoom(attempt.sender()),
                slots.free() > 0));
    }

    /** A grant is about to be taken. */
    void reserve(Granted granted, Tenure tenure) {
        slots.take(granted.attempt().sender());
        tenure.taken(granted.attempt().grantId());
    }

    /** It was not. */
    void unreserve(Granted granted, Tenure tenure) {
        slots.release(granted.attempt().sender());
        tenure.answered(granted.attempt().grantId());
    }
}
