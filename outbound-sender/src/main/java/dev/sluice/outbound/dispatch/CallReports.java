package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.outbound.contract.Verdict;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.ReturnReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Tells the gate what became of grants, and keeps this process's own memory of it: cooldowns, slots, what is unanswered.
 * Called on any thread; blocks on none.
 */
final class CallReports {
    private final ResultPublisher publisher;
    private final Cooldowns cooldowns;
    private final Slots slots;
    private final Clocks clocks;
    private final Duration freshness;
    private final Duration unspecifiedFloodPause;
    private final DispatchMetrics metrics;

    CallReports(
            ResultPublisher publisher,
            Cooldowns cooldowns,
            Slots slots,
            Clocks clocks,
            Duration freshness,
            Duration unspecifiedFloodPause,
            DispatchMetrics metrics) {
        this.publisher = publisher;
        this.cooldowns = cooldowns;
        this.slots = slots;
        this.clocks = clocks;
        this.freshness = freshness;
        this.unspecifiedFloodPause = unspecifiedFloodPause;
        this.metrics = metrics;
    }

    /** The last look before the first byte. */
    Optional<Refusal> handOver(Granted granted, Tenure tenure, long committedNanos) {
        Attempt attempt = granted.attempt();
        long now = clocks.now();
        return StartRules.handOver(
                tenure.isOver(),
                leaseRuns(granted, now),
                now - committedNanos,
                freshness,
                cooldowns.of(attempt, now).map(cooldown -> cooldown.leftMs(now)).orElse(0L));
    }

    boolean leaseRuns(Granted granted, long now) {
        Attempt attempt = granted.attempt();
        return StartRules.leaseRuns(
                attempt.leaseMs(), attempt.grantedAt(), clocks.wallNow(), now - granted.seenNanos());
    }

    void onTheWire(Granted granted) {
        metrics.onTheWire(Duration.between(granted.attempt().grantedAt(), clocks.wallNow()));
    }

    void sending(Granted granted, long sentNanos) {
        Attempt attempt = granted.attempt();
        publisher.publish(Outgoing.once(
                granted.partition(),
                attempt.sender().text(),
                now -> new GateRecord.Sending(
                        attempt.grantId(), attempt.sender(), attempt.requestId(), CallResult.msSince(sentNanos, now))));
    }

    /** A call has ended. A 429 stops the others of its sender here and now, before anything else is done. */
    void result(Granted granted, Tenure tenure, CallResult result) {
        Attempt attempt = granted.attempt();
        Outgoing outgoing = Outgoing.kept(
                granted.partition(), attempt.sender().text(), granted.trace(), now -> result.toRecord(attempt, now));
        waitAskedFor(result.verdict())
                .ifPresent(waitMs -> cooldowns.begin(attempt, waitMs, clocks.now(), outgoing.stored()));
        metrics.result(result.verdict().resultClass());
        settle(granted, tenure, outgoing);
    }

    /** A grant that was taken was not started after all. */
    void returned(Granted granted, Tenure tenure, Refusal refusal) {
        Outgoing outgoing = returnOf(granted, refusal);
        if (refusal.reason() == ReturnReason.COOLDOWN) {
            // the 429 first
            var unused = cooldowns
                    .of(granted.attempt(), clocks.now())
                    .map(Cooldowns.Cooldown::announced)
                    .orElse(CompletableFuture.completedFuture(null))
                    .thenRun(() -> publisher.publish(outgoing));
            release(granted, tenure, outgoing);
        } else {
            settle(granted, tenure, outgoing);
        }
    }

    /** A grant that was never taken is handed back. */
    CompletableFuture<Void> giveBack(Granted granted, Refusal refusal) {
        Outgoing outgoing = returnOf(granted, refusal);
        publisher.publish(outgoing);
        return outgoing.stored();
    }

    private Outgoing returnOf(Granted granted, Refusal refusal) {
        Attempt attempt = granted.attempt();
        metrics.returned(refusal.reason());
        return Outgoing.kept(
                granted.partition(),
                attempt.sender().text(),
                granted.trace(),
                now -> new GateRecord.Returned(
                        attempt.grantId(), attempt.sender(), attempt.requestId(), refusal.reason(), refusal.restMs()));
    }

    private void settle(Granted granted, Tenure tenure, Outgoing outgoing) {
        release(granted, tenure, outgoing);
        publisher.publish(outgoing);
    }

    private void release(Granted granted, Tenure tenure, Outgoing outgoing) {
        long grantId = granted.attempt().grantId();
        var unused = outgoing.stored().thenRun(() -> tenure.answered(grantId));
        slots.release(granted.attempt().sender());
    }

    private Optional<Long> waitAskedFor(Verdict verdict) {
        if (verdict.retryAfterSeconds().isPresent()) {
            long seconds = verdict.retryAfterSeconds().getAsLong();
            return Optional.of(seconds > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : seconds * 1000);
        }
        return verdict.restsSender() ? Optional.of(unspecifiedFloodPause.toMillis()) : Optional.empty();
    }
}
