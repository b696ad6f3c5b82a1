package dev.sluice.outbound.topology;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.Verdict;
import dev.sluice.outbound.gate.Job;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.gate.ResultFacts;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What dispatchers report. */
final class ResultIntake {
    private final GateParts parts;
    private final PartitionGate gate;
    private final JobStore jobs;
    private final DispatcherWords words;
    private final Barriers barriers;
    private final RecordAges ages;

    ResultIntake(GateParts parts, PartitionGate gate, JobStore jobs, Barriers barriers) {
        this.parts = parts;
        this.gate = gate;
        this.jobs = jobs;
        this.words = new DispatcherWords(gate);
        this.barriers = barriers;
        this.ages = new RecordAges(parts.clockSkew().toMillis());
    }

    /** Whose attempt it was about, if it was about one. */
    Optional<Sender> take(Arrival arrival, Now now) throws RefusedException {
        long ageMs = ages.of(arrival.timestampMs(), now.gateMs());
        GateRecord told = read(arrival.content());
        if (told instanceof GateRecord.Barrier barrier) {
            barriers.readResult(barrier.nonce());
        } else if (told instanceof GateRecord.Opened opened) {
            words.opened(opened, now);
        } else if (told instanceof GateRecord.Beat beat) {
            words.beat(beat, now);
        } else if (told instanceof GateRecord.Sending sending) {
            Sender sender = atHome(sending.sender(), arrival);
            gate.sending(sender, sending.grantId(), sending.requestId(), sending.msSinceSent() + ageMs, now);
            return Optional.of(sender);
        } else if (told instanceof GateRecord.Returned returned) {
            Sender sender = atHome(returned.sender(), arrival);
            words.returned(sender, returned, ageMs, now);
            return Optional.of(sender);
        } else if (told instanceof GateRecord.Credentials credentials) {
            Sender sender = atHome(credentials.sender(), arrival);
            words.credentials(credentials, now);
            return Optional.of(sender);
        } else if (told instanceof GateRecord.Result result) {
            Sender sender = atHome(result.result().sender(), arrival);
            result(result.result(), ageMs, now);
            return Optional.of(sender);
        }
        return Optional.empty();
    }

    private void result(AttemptResult result, long ageMs, Now now) throws RefusedException {
        Job job = jobs.job(new JobKey(result.sender(), result.requestId()));
        Verdict verdict = parts.channelOf(result.sender())
                .recall(job == null ? "" : job.spec().method(), result, mayHaveBeenSent(job, result.grantId()));
        count(result, verdict, job, ageMs, now);
        gate.result(
                result.sender(),
                new ResultFacts(
                                result.grantId(),
                                result.requestId(),
                                result.attempt(),
                                verdict.resultClass(),
                                // the gate asks for it only where a verdict has one
                                verdict.reason().orElse(Outcome.Reason.SENT),
                                result.httpStatus(),
                                result.msSinceSent(),
                                result.msSinceReceived(),
                                verdict.retryAfterSeconds(),
                                verdict.migrateTo(),
                                verdict.message(),
                                verdict.error())
                        .read(ageMs),
                now);
    }

    /** Whether an earlier attempt of the job may have done the work. */
    private static boolean mayHaveBeenSent(@Nullable Job job, long grantId) {
        return job != null
                && job.tries().stream()
                        .anyMatch(
                                each -> each.grantId() != grantId && each.fact().resultClass() == ResultClass.UNKNOWN);
    }

    private void count(AttemptResult result, Verdict verdict, @Nullable Job job, long ageMs, Now now) {
        ResultClass found = verdict.resultClass();
        if (found == ResultClass.FLOOD || found == ResultClass.HELD) {
            parts.metrics().flood(result.sender());
        }
        if (job != null && result.attempt() == 1 && result.msSinceSent().isPresent()) {
            long sentAtMs = now.wallMs() - ageMs - result.msSinceSent().getAsLong();
            parts.metrics()
                    .requestToWire(
                            Duration.ofMillis(Math.max(0, sentAtMs - job.spec().acceptedAtMs())));
        }
    }

    private Sender atHome(Sender sender, Arrival arrival) throws RefusedException {
        if (!arrival.isAtHome(sender, parts.partitions())) {
            throw new RefusedException(RefusedException.MISROUTED, "a result in another sender's partition");
        }
        return sender;
    }

    private static GateRecord read(byte[] value) throws RefusedException {
        try {
            return GateRecordCodec.decode(value);
        } catch (InvalidRecordException e) {
            throw RefusedException.of(e);
        }
    }
}
