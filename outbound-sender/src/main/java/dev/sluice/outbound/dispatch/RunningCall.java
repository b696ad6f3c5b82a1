package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.outbound.contract.Answer;
import dev.sluice.outbound.contract.Channel;
import dev.sluice.outbound.contract.Verdict;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call under way: asks the rules at the last moment, and turns the ending into what the gate is told. */
final class RunningCall implements ExchangeListener {
    private static final Logger log = LoggerFactory.getLogger(RunningCall.class);

    private final Granted granted;
    private final Tenure tenure;
    private final Channel channel;
    private final long committedNanos;
    private final CallReports reports;
    private final ArrivalTimes arrivals;

    RunningCall(
            Granted granted,
            Tenure tenure,
            Channel channel,
            long committedNanos,
            CallReports reports,
            ArrivalTimes arrivals) {
        this.granted = granted;
        this.tenure = tenure;
        this.channel = channel;
        this.committedNanos = committedNanos;
        this.reports = reports;
        this.arrivals = arrivals;
    }

    @Override
    public Optional<Refusal> beforeFirstByte() {
        return reports.handOver(granted, tenure, committedNanos);
    }

    @Override
    public void onTheWire(long sentNanos) {
        reports.onTheWire(granted);
    }

    @Override
    public void stillSilent(long sentNanos, long nowNanos) {
        reports.sending(granted, counted(arrivals.silent(sentNanos, nowNanos)));
    }

    @Override
    public void ended(Ending ending) {
        if (ending instanceof Ending.Refused refused) {
            reports.returned(granted, tenure, refused.refusal());
        } else if (ending instanceof Ending.NotSent notSent) {
            log.info("{}: not sent, {}", granted.attempt().sender(), notSent.detail());
            reports.result(granted, tenure, CallResult.withoutAnswer(Verdict.NOT_SENT));
        } else if (ending instanceof Ending.Silent silent) {
            log.info("{}: no answer, {}", granted.attempt().sender(), silent.detail());
            reports.result(
                    granted, tenure, CallResult.withoutAnswer(Verdict.LOST).sentAt(counted(silent.sentNanos())));
        } else if (ending instanceof Ending.Answered answered) {
            reports.result(
                    granted,
                    tenure,
                    CallResult.answered(
                            classify(granted.attempt(), answered.answer()),
                            OptionalInt.of(answered.answer().status()),
                            counted(arrivals.answered(answered.sentNanos(), answered.receivedNanos())),
                            answered.receivedNanos()));
        }
    }

    /** The time that the windows count from: here, and at the gate. */
    private long counted(long sentNanos) {
        tenure.sent(granted.attempt().grantId(), sentNanos);
        return sentNanos;
    }

    /** A classifier that fails has not understood the answer, so nobody knows what it means. */
    private Verdict classify(Attempt attempt, Answer answer) {
        try {
            return channel.classify(attempt, answer);
        } catch (RuntimeException e) {
            log.error(
                    "{}: an answer could not be classified ({})",
                    attempt.sender(),
                    e.getClass().getSimpleName());
            return Verdict.LOST;
        }
    }
}
