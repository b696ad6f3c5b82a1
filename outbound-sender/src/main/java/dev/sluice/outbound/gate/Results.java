package dev.sluice.outbound.gate;

import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the dispatcher says of attempts. Only the current grant decides about its job; the rest feeds windows and cooldown. */
final class Results {

    private final SenderParts parts;

    Results(SenderParts parts) {
        this.parts = parts;
    }

    /** Sent, and no answer yet. */
    void sending(long grantId, String requestId, long msSinceSent, Now now) {
        Flights.Flight flight = parts.flight(grantId, requestId, now);
        if (flight != null) {
            parts.sent(flight, now.gateMs() - msSinceSent, now);
        }
    }

    /** Not started: no attempt is consumed, and the job goes back to its place. */
    void returned(long grantId, String requestId, ReturnReason reason, long restMs, Now now) {
        Flights.Flight flight = parts.flight(grantId, requestId, now);
        if (flight == null) {
            return;
        }
        if (reason == ReturnReason.NO_CREDENTIALS) {
            // for how long is the gate's to say: it ends with the credentials
            parts.rests.park(Parked.NO_CREDENTIALS, grantId, parts.numbers.last(), now);
        } else {
            parts.rests.brief(now.gateMs() + restMs);
        }
        parts.giveBack(flight, now);
    }

    /** The attempt was taken, and its result is lost. */
    void lost(Flights.Flight flight, Reason reason, Now now) {
        Job job = parts.jobOf(flight);
        if (!flight.reported) {
            // it may have been sent up to now, and not later
            parts.sent(flight, now.gateMs(), now);
        }
        parts.flights.remove(flight.grantId);
        Review.Try fact = new Review.Try(
                job.attempts(), Settlement.at(now), ResultClass.UNKNOWN, OptionalInt.empty(), Optional.empty());
        parts.settlement.unknown(job.tried(new Try(flight.grantId, fact)), reason, Told.NOTHING, now);
    }

    void result(ResultFacts facts, Now now) {
        Job job = parts.job(facts.requestId(), now);
        Flights.Flight flight = parts.flight(facts.grantId(), facts.requestId(), now);
        ChatLane lane =
                job == null ? parts.lanes.chatless : parts.index.of(job, now).chat();
        boolean isOfJob = job != null && (flight != null || isOf(job, facts.grantId()));
        int weight = job == null ? 1 : job.spec().weight();
        windows(facts, flight, isOfJob ? lane : parts.lanes.chatless, weight, now);
        rests(facts, flight, isOfJob ? lane : parts.lanes.chatless, now);
        if (job != null && flight != null) {
            parts.flights.remove(flight.grantId);
            settle(job, facts, now);
        } else if (job != null && isOfJob) {
            late(job, facts, now);
            parts.lanes.refresh(lane.now(), now);
        }
    }

    private void windows(ResultFacts facts, Flights.@Nullable Flight flight, ChatLane lane, int weight, Now now) {
        // an exchange that is over sends nothing later than now
        long sentAt = now.gateMs()
                - facts.msSinceSent().orElse(facts.msSinceReceived().orElse(0));
        if (flight == null) {
            if (facts.resultClass() != ResultClass.NOT_SENT) {
                parts.sentAfterAll(lane, facts.grantId(), weight, sentAt, now);
            }
        } else if (facts.resultClass() == ResultClass.NOT_SENT) {
            parts.release(flight);
        } else {
            parts.sent(flight, sentAt, now);
        }
    }

    private void rests(ResultFacts facts, Flights.@Nullable Flight flight, ChatLane lane, Now now) {
        Rests rests = parts.rests;
        long grantedAt = flight == null ? Long.MIN_VALUE : flight.grantedAtMs;
        long last = parts.numbers.last();
        OptionalLong until = usableWait(facts, now);
        boolean isFlood = until.isPresent();
        boolean isUnspecified = isUnspecifiedFlood(facts, isFlood) || facts.reason() == Reason.ALBUM_PARTIAL;
        if (facts.isAnswered()) {
            rests.answered(facts, isFlood || isUnspecified, grantedAt, last, now);
        }
        if (isFlood && parts.settings.floodScope() == FloodScope.CHAT_THEN_BOT && lane != parts.lanes.chatless) {
            parts.lanes.flood(lane, until.getAsLong(), now);
            rests.floodOfChat(lane.key(), until.getAsLong(), now);
        } else if (isFlood) {
            rests.flood(until.getAsLong());
        } else if (isUnspecified) {
            rests.unspecifiedFlood(grantedAt, facts.msSinceReceived().orElse(0), now);
        } else if (facts.resultClass() == ResultClass.NOT_SENT && flight != null) {
            rests.notSent(grantedAt, last, now);
        }
    }

    /** What the result of its current attempt does to a job. */
    private void settle(Job before, ResultFacts facts, Now now) {
        Job job = before.tried(new Try(facts.grantId(), fact(before.attempts(), facts, now)));
        Told told = Told.of(facts);
        Settlement settlement = parts.settlement;
        switch (facts.resultClass()) {
            case SENT -> settlement.end(job, State.SENT, facts.reason(), told, now);
            case REJECTED -> settlement.end(job, State.REJECTED, facts.reason(), told, now);
            case UNKNOWN -> settlement.unknown(job, facts.reason(), told, now);
            case FLOOD, HELD -> {
                if (isUnspecifiedFlood(facts, usableWait(facts, now).isPresent())) {
                    settlement.review(job, Phase.HELD, Reason.FLOOD_WITHOUT_WAIT, told, now);
                } else {
                    settlement.requeue(job, true, told, now);
                }
            }
            case AUTH -> settlement.requeue(job, false, told, now);
            case NOT_SENT -> settlement.requeue(before, false, told, now);
            case MIGRATED -> follow(job, facts, told, now);
        }
    }

    /** The chat's jobs and budget move to its new id; this one tries again, once. */
    private void follow(Job job, ResultFacts facts, Told told, Now now) {
        ChatLane lane = parts.index.of(job, now).chat();
        boolean follows = !job.migrated()
                && lane != parts.lanes.chatless
                && facts.migrateTo().isPresent()
                && migrate(lane, Long.toString(facts.migrateTo().getAsLong()), now);
        if (follows) {
            parts.settlement.requeue(job.following(), true, told, now);
        } else {
            parts.settlement.end(job, State.REJECTED, Reason.BAD_REQUEST, told, now);
        }
    }

    private boolean migrate(ChatLane lane, String to, Now now) {
        if (!parts.lanes.migrate(lane, to, now)) {
            return false;
        }
        parts.rests.migrated(lane.key(), lane.now().key());
        return true;
    }

    /** A result that comes when nobody waits for it any more. */
    private void late(Job job, ResultFacts facts, Now now) {
        Optional<Try> earlier = job.tryOf(facts.grantId());
        boolean isCurrent = job.grantId() == facts.grantId();
        if (facts.resultClass() == ResultClass.SENT) {
            lateSent(job, facts, isCurrent, now);
        } else if (isCurrent && job.phase() == Phase.UNKNOWN && facts.resultClass() != ResultClass.UNKNOWN) {
            settle(job, facts, now);
        } else if (isCurrent && job.phase() == Phase.WAITING && earlier.isEmpty()) {
            begunAfterAll(job, facts, now);
        } else if (isCurrent && job.phase() == Phase.WAITING && facts.resultClass() == ResultClass.REJECTED) {
            parts.settlement.end(job, State.REJECTED, facts.reason(), Told.of(facts), now);
        }
    }

    private void lateSent(Job before, ResultFacts facts, boolean isCurrent, Now now) {
        Job job = before.tried(new Try(facts.grantId(), fact(facts.attempt(), facts, now)));
        if (job.phase() == Phase.IN_FLIGHT) {
            LateSend late = new LateSend(facts.attempt(), facts.httpStatus(), facts.message());
            parts.settlement.store(job.lateSent(late), now);
        } else {
            boolean twice = job.phase() == Phase.UNKNOWN && !isCurrent;
            Outcome.Reason reason = twice ? Reason.LATE_RESULT_DUPLICATE : facts.reason();
            parts.settlement.end(job, State.SENT, reason, Told.of(facts), now);
        }
    }

    /** It was thought that nobody had taken it, and it waits for another attempt: only what is certain lets it go on. */
    private void begunAfterAll(Job job, ResultFacts facts, Now now) {
        if (facts.resultClass() == ResultClass.UNKNOWN || facts.resultClass() == ResultClass.REJECTED) {
            settle(job.recounted(), facts, now);
        }
    }

    private static boolean isOf(Job job, long grantId) {
        return job.grantId() == grantId || job.tryOf(grantId).isPresent();
    }

    private static OptionalLong usableWait(ResultFacts facts, Now now) {
        return facts.resultClass() == ResultClass.FLOOD
                ? Cooldown.deadline(now, facts.msSinceReceived().orElse(0), facts.retryAfterSeconds())
                : OptionalLong.empty();
    }

    private static boolean isUnspecifiedFlood(ResultFacts facts, boolean usable) {
        return facts.resultClass() == ResultClass.HELD || (facts.resultClass() == ResultClass.FLOOD && !usable);
    }

    private static Review.Try fact(int attempt, ResultFacts facts, Now now) {
        return new Review.Try(attempt, Settlement.at(now), facts.resultClass(), facts.httpStatus(), facts.error());
    }
}
