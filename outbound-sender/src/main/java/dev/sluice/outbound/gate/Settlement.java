package dev.sluice.outbound.gate;

import dev.sluice.model.ChatId;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import java.time.Instant;
import java.util.Optional;

/** Where a job goes when an attempt, a command or the time has had its say: one terminal outcome, a review, or back. */
final class Settlement {

    private final GateSettings settings;
    private final Pieces pieces;
    private final Output output;
    private final JobIndex index;
    private final Numbers numbers;

    Settlement(GateSettings settings, Pieces pieces, Output output, JobIndex index, Numbers numbers) {
        this.settings = settings;
        this.pieces = pieces;
        this.output = output;
        this.index = index;
        this.numbers = numbers;
    }

    /** The job ends. Unless it was sent by an earlier attempt, as is known by now: then that is how it ends. */
    void end(Job job, State state, Reason reason, Told told, Now now) {
        if (job.lateSent().isEmpty()) {
            finish(job, state, reason, job.attempts(), told, now);
        } else if (state == State.SENT) {
            finish(job, state, Reason.LATE_RESULT_DUPLICATE, job.attempts(), told, now);
        } else {
            LateSend late = job.lateSent().get();
            finish(job, State.SENT, Reason.SENT, late.attempt(), Told.of(late), now);
        }
    }

    /** The attempt was certainly not sent, or never began: the job waits again in its place, if it still may. */
    void requeue(Job job, boolean counted, Told told, Now now) {
        Job back = job.in(Phase.WAITING, counted);
        if (job.lateSent().isPresent() || back.cancelWanted()) {
            end(back, State.CANCELLED, Reason.CANCELLED, told, now);
        } else if (isExpired(back, now)) {
            end(back, State.EXPIRED, Reason.EXPIRED, told, now);
        } else if (back.attempts() >= back.cap()) {
            end(back, State.EXHAUSTED, Reason.ATTEMPTS, told, now);
        } else {
            closeReview(job, now);
            store(back, now);
        }
    }

    /** Nobody can tell whether it was sent: what the request wants done then is done (R121, R147). */
    void unknown(Job job, Reason reason, Told told, Now now) {
        OnUnknown policy = job.spec().onUnknown();
        if (job.lateSent().isPresent()) {
            end(
                    job,
                    State.SENT,
                    Reason.LATE_RESULT_DUPLICATE,
                    Told.of(job.lateSent().get()),
                    now);
        } else if (policy == OnUnknown.DROP) {
            end(job, State.DROPPED, Reason.POLICY, told, now);
        } else if (policy == OnUnknown.HOLD || job.cancelWanted()) {
            // a cancel that was refused forbids the resend, and cannot say that nothing was sent
            review(job, Phase.UNKNOWN, reason, told, now);
        } else if (isExpired(job, now)) {
            end(job, State.EXPIRED, Reason.EXPIRED, told, now);
        } else if (job.attempts() >= job.cap()) {
            end(job, State.EXHAUSTED, Reason.ATTEMPTS, told, now);
        } else {
            emit(job, State.UNKNOWN, Reason.POLICY, job.attempts(), told, now);
            store(job.resent(front(), job.cap()), now);
        }
    }

    /** A person has to decide. */
    void review(Job job, Phase phase, Reason reason, Told told, Now now) {
        if (job.lateSent().isPresent()) {
            end(job, State.DROPPED, reason, told, now);
            return;
        }
        Job open = job.in(phase, true);
        emit(open, phase == Phase.HELD ? State.HELD : State.UNKNOWN, reason, open.attempts(), told, now);
        output.openReview(open, reason, at(now));
        store(open, now);
    }

    /** Cancelled, unless it is too late for that: then the wish sticks. Says whether it was in time. */
    boolean unwanted(Job job, Reason reason, Now now) {
        boolean inTime = job.phase() == Phase.WAITING || job.phase() == Phase.HELD;
        if (inTime) {
            end(job, State.CANCELLED, reason, Told.NOTHING, now);
        } else if (!job.cancelWanted()) {
            store(job.cancelling(), now);
        }
        return inTime;
    }

    /** A person wants it sent again: first in its chat, one attempt past the cap if need be, never past its expiry. */
    void resend(Job job, Now now) {
        if (job.cancelWanted()) {
            end(job, State.CANCELLED, Reason.CANCELLED, Told.NOTHING, now);
        } else if (isExpired(job, now)) {
            end(job, State.EXPIRED, Reason.EXPIRED, Told.NOTHING, now);
        } else {
            closeReview(job, now);
            store(job.resent(front(), Math.max(job.cap(), job.attempts() + 1)), now);
        }
    }

    void store(Job job, Now now) {
        // memory first: where it does not know the job yet, it learns of it as it was
        JobEntry entry = index.of(job, now);
        pieces.saveJob(job);
        index.move(entry, job, now);
    }

    /** The chat as the API knows it: where it has migrated, the new id. */
    static Optional<ChatId> chatOf(JobSpec spec, ChatLane lane) {
        boolean moved = spec.chatKey().isPresent() && !spec.chatKey().get().equals(lane.key());
        return moved ? Optional.of(ChatId.of(Long.parseLong(lane.key()))) : spec.chatId();
    }

    private void finish(Job job, State state, Reason reason, int attempt, Told told, Now now) {
        emit(job, state, reason, attempt, told, now);
        closeReview(job, now);
        index.remove(index.of(job, now), now);
        remember(job.spec(), now);
        pieces.dropJob(job);
    }

    /** The dedupe window starts at the terminal state. */
    void remember(JobSpec spec, Now now) {
        long until = now.gateMs() + settings.dedupeWindow().toMillis();
        pieces.saveIntent(spec.requestId(), new Intent(spec.contentHash(), until));
    }

    /** Where a review was open before this change; memory still says so. */
    private void closeReview(Job job, Now now) {
        if (index.of(job, now).phase().isOpenReview()) {
            output.closeReview(job.key());
        }
    }

    private void emit(Job job, State state, Reason reason, int attempt, Told told, Now now) {
        Optional<ChatId> chat = chatOf(job.spec(), index.of(job, now).chat());
        emit(job.spec(), chat, state, reason, attempt, told, now);
    }

    void emit(JobSpec spec, Optional<ChatId> chat, State state, Reason reason, int attempt, Told told, Now now) {
        output.outcome(new Outcome(
                spec.requestId(),
                spec.sender(),
                state,
                attempt,
                at(now),
                told.message(),
                told.httpStatus(),
                told.error(),
                reason,
                spec.method(),
                chat,
                spec.cause()));
    }

    private long front() {
        return -numbers.next();
    }

    static boolean isExpired(Job job, Now now) {
        return now.wallMs() >= job.spec().expiresAtMs().orElse(Long.MAX_VALUE);
    }

    static Instant at(Now now) {
        return Instant.ofEpochMilli(now.wallMs());
    }
}
