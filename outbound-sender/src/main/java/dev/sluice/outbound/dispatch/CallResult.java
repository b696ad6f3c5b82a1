package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptResult;
import dev.sluice.outbound.contract.Verdict;
import dev.sluice.outbound.wire.GateRecord;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What came of a call, with the instants that become durations when it is stored.
 *
 * @param sentNanos empty when nothing was
 * @param receivedNanos empty when no answer came
 */
record CallResult(Verdict verdict, OptionalInt httpStatus, OptionalLong sentNanos, OptionalLong receivedNanos) {

    static CallResult withoutAnswer(Verdict verdict) {
        return new CallResult(verdict, OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    static CallResult answered(Verdict verdict, OptionalInt httpStatus, long sentNanos, long receivedNanos) {
        return new CallResult(verdict, httpStatus, OptionalLong.of(sentNanos), OptionalLong.of(receivedNanos));
    }

    CallResult sentAt(long nanos) {
        return new CallResult(verdict, httpStatus, OptionalLong.of(nanos), receivedNanos);
    }

    /** The record of it, as of now. Durations are rounded down, so that no deadline and no free slot comes early. */
    GateRecord toRecord(Attempt attempt, long nowNanos) {
        return new GateRecord.Result(new AttemptResult(
                attempt.grantId(),
                attempt.requestId(),
                attempt.sender(),
                attempt.attempt(),
                verdict.resultClass(),
                httpStatus,
                since(sentNanos, nowNanos),
                since(receivedNanos, nowNanos),
                verdict.message(),
                verdict.error()));
    }

    static long msSince(long thenNanos, long nowNanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nowNanos - thenNanos));
    }

    private static OptionalLong since(OptionalLong thenNanos, long nowNanos) {
        return thenNanos.isPresent() ? OptionalLong.of(msSince(thenNanos.getAsLong(), nowNanos)) : OptionalLong.empty();
    }
}
