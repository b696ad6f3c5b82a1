package dev.sluice.outbound.gate;

import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Results of attempts, as the topology would translate them. */
final class Answers {

    private Answers() {}

    static ResultFacts sent(Grant grant) {
        return of(grant, ResultClass.SENT, Reason.SENT, 0, 0);
    }

    static ResultFacts flood(Grant grant, long seconds) {
        ResultFacts f = of(grant, ResultClass.FLOOD, Reason.FLOOD_WITHOUT_WAIT, 0, 0);
        return new ResultFacts(
                f.grantId(),
                f.requestId(),
                f.attempt(),
                f.resultClass(),
                f.reason(),
                f.httpStatus(),
                f.msSinceSent(),
                f.msSinceReceived(),
                OptionalLong.of(seconds),
                f.migrateTo(),
                f.message(),
                f.error());
    }

    static ResultFacts migrated(Grant grant, long to) {
        ResultFacts f = of(grant, ResultClass.MIGRATED, Reason.BAD_REQUEST, 0, 0);
        return new ResultFacts(
                f.grantId(),
                f.requestId(),
                f.attempt(),
                f.resultClass(),
                f.reason(),
                f.httpStatus(),
                f.msSinceSent(),
                f.msSinceReceived(),
                f.retryAfterSeconds(),
                OptionalLong.of(to),
                f.message(),
                f.error());
    }

    static ResultFacts of(Grant grant, ResultClass resultClass) {
        Reason reason = switch (resultClass) {
            case REJECTED -> Reason.BAD_REQUEST;
            case UNKNOWN -> Reason.SERVER_ERROR;
            default -> Reason.SENT;
        };
        return of(grant, resultClass, reason, 0, 0);
    }

    static ResultFacts of(Grant grant, ResultClass resultClass, Reason reason, long msSinceSent, long msSinceReceived) {
        boolean left = resultClass != ResultClass.NOT_SENT;
        boolean answered = left && reason != Reason.LOST_RESPONSE;
        return new ResultFacts(
                grant.grantId(),
                grant.job().spec().requestId(),
                grant.attempt(),
                resultClass,
                reason,
                answered ? OptionalInt.of(200) : OptionalInt.empty(),
                left ? OptionalLong.of(msSinceSent) : OptionalLong.empty(),
                answered ? OptionalLong.of(msSinceReceived) : OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
