package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people decide about jobs (R116, R144). A command that is refused changes nothing but what sticks of a late cancel. */
final class Commands {

    private final SenderParts parts;

    Commands(SenderParts parts) {
        this.parts = parts;
    }

    /** Cancels a job; an id that is not known yet is remembered, since requests and commands may come in any order. */
    Optional<Refusal> cancel(String requestId, Now now) {
        Job job = parts.job(requestId, now);
        if (job == null) {
            Intent intent = intent(requestId, now);
            if (intent != null && !intent.isCancelOnly()) {
                return Optional.of(Refusal.COMMAND_TOO_LATE);
            }
            forget(requestId, intent);
            parts.pieces.saveIntent(requestId, Intent.cancelled(rememberedUntil(now)));
            return Optional.empty();
        }
        boolean inTime = parts.settlement.unwanted(job, Reason.CANCELLED, now);
        return inTime ? Optional.empty() : Optional.of(Refusal.COMMAND_TOO_LATE);
    }

    /** A person has answered: requests of this chat with a record timestamp below {@code before} are no longer wanted. */
    void cancelChat(String chatKey, long before, Now now) {
        ChatLane lane = parts.lanes.of(Optional.of(chatKey), false);
        parts.lanes.cancelBefore(lane, before, rememberedUntil(now), now);
        parts.mark(lane, before);
        List<JobEntry> hit = new ArrayList<>();
        lane.forEach(entry -> {
            if (entry.acceptedAtMs < before && !entry.cancelWanted) {
                hit.add(entry);
            }
        });
        for (JobEntry entry : hit) {
            Job job = parts.pieces.job(entry.key());
            if (job == null) {
                throw new IllegalStateException("memory and store differ about a job");
            }
            parts.settlement.unwanted(job, Reason.CHAT_CANCELLED, now);
        }
        parts.lanes.refresh(lane, now);
    }

    /** Settles a held or unknown job. It names the attempt it decides on, so that a second click decides nothing. */
    Optional<Refusal> resolve(String requestId, int attempt, Decision decision, Now now) {
        Job job = parts.job(requestId, now);
        if (job == null) {
            Intent intent = intent(requestId, now);
            boolean ended = intent != null && !intent.isCancelOnly();
            return Optional.of(ended ? Refusal.COMMAND_TOO_LATE : Refusal.COMMAND_UNKNOWN_REQUEST);
        }
        if (attempt > job.attempts()) {
            return Optional.of(Refusal.COMMAND_INVALID);
        }
        if (!job.phase().isOpenReview() || attempt != job.attempts()) {
            return Optional.of(Refusal.COMMAND_TOO_LATE);
        }
        switch (decision) {
            case SENT -> parts.settlement.end(job, State.SENT, Reason.RESOLVED, Told.NOTHING, now);
            case DROP -> parts.settlement.end(job, State.DROPPED, Reason.RESOLVED, Told.NOTHING, now);
            case RESEND -> parts.settlement.resend(job, now);
        }
        return Optional.empty();
    }

    /** Makes a request a job, unless it is none: a repeat, a conflict, over, or no longer wanted (R89, R92). */
    Optional<Refusal> accept(JobSpec asked, Now now) {
        Job known = parts.job(asked.requestId(), now);
        Intent intent = known == null ? intent(asked.requestId(), now) : null;
        if (known != null || (intent != null && !intent.isCancelOnly())) {
            String hash = known != null ? known.spec().contentHash() : intent == null ? "" : intent.contentHash();
            return hash.equals(asked.contentHash()) ? Optional.empty() : Optional.of(Refusal.REQUEST_ID_CONFLICT);
        }
        JobSpec spec = asked.expiring(parts.settings.defaultExpiry().toMillis(), now.wallMs());
        if (now.wallMs() >= spec.expiresAtMs().orElse(Long.MAX_VALUE)) {
            return Optional.of(Refusal.EXPIRED_ON_ARRIVAL);
        }
        ChatLane lane = parts.lanes.of(spec.chatKey(), spec.groupLike());
        if (intent != null) {
            forget(spec.requestId(), intent);
            unwanted(spec, lane, Reason.CANCELLED, now);
        } else if (Lanes.isCancelled(lane, spec.acceptedAtMs(), now)) {
            unwanted(spec, lane, Reason.CHAT_CANCELLED, now);
        } else {
            Job job = Job.accepted(spec, parts.numbers.next());
            parts.settlement.emit(
                    spec, Settlement.chatOf(spec, lane), State.ACCEPTED, Reason.ACCEPTED, 0, Told.NOTHING, now);
            parts.settlement.store(job, now);
        }
        return Optional.empty();
    }

    private void unwanted(JobSpec spec, ChatLane lane, Reason reason, Now now) {
        parts.settlement.emit(spec, Settlement.chatOf(spec, lane), State.CANCELLED, reason, 0, Told.NOTHING, now);
        parts.settlement.remember(spec, now);
        parts.lanes.refresh(lane, now);
    }

    private @Nullable Intent intent(String requestId, Now now) {
        Intent intent = parts.pieces.intent(requestId);
        if (intent == null || intent.untilMs() > now.gateMs()) {
            return intent;
        }
        forget(requestId, intent);
        return null;
    }

    /** Another is about to take its place, or a job is, which ends with one. */
    private void forget(String requestId, @Nullable Intent intent) {
        if (intent != null) {
            parts.pieces.dropIntent(requestId, intent);
        }
    }

    private long rememberedUntil(Now now) {
        return now.gateMs() + parts.settings.dedupeWindow().toMillis();
    }
}
