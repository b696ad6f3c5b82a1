package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The gates of one sender: its events, in the order they are read, and the passing of time. Every event may make room;
 * {@link #grant} uses it. Not thread-safe.
 */
final class SenderGate {

    private final SenderParts parts;
    private final Results results;
    private final Commands commands;
    private final Grants grants;
    private LaneState saved = LaneState.START;
    private long savedCooldown;

    /** Of {@link SenderTable}: when to look at this sender next, and its place among those. */
    long wakeAtMs = Long.MAX_VALUE;

    int wakePlace = -1;

    SenderGate(SenderParts parts) {
        this.parts = parts;
        results = new Results(parts);
        commands = new Commands(parts);
        grants = new Grants(parts);
    }

    Optional<Refusal> accept(JobSpec spec, Now now) {
        return commands.accept(spec, now);
    }

    Optional<Refusal> cancel(String requestId, Now now) {
        return commands.cancel(requestId, now);
    }

    void cancelChat(String chatKey, long before, Now now) {
        commands.cancelChat(chatKey, before, now);
    }

    Optional<Refusal> resolve(String requestId, int attempt, Decision decision, Now now) {
        return commands.resolve(requestId, attempt, decision, now);
    }

    void pause(boolean on) {
        parts.rests.pause(on);
    }

    void credentials() {
        parts.rests.credentials(parts.numbers.last());
    }

    void result(ResultFacts facts, Now now) {
        results.result(facts, now);
    }

    void sending(long grantId, String requestId, long msSinceSent, Now now) {
        results.sending(grantId, requestId, msSinceSent, now);
    }

    void returned(long grantId, String requestId, ReturnReason reason, long restMs, Now now) {
        results.returned(grantId, requestId, reason, restMs, now);
    }

    /** A new dispatcher owns the partition; up to {@code taken} its predecessors have taken what was granted. */
    void opened(long taken, Now now) {
        for (Flights.Flight flight : parts.flights.all()) {
            parts.opened(flight, taken, now);
        }
    }

    /** Of its own grants, the owner has none below {@code oldest} left, and no result of this one was read before: lost. */
    void beat(long openedAfter, long taken, long oldest, Now now) {
        for (Flights.Flight flight : parts.flights.all()) {
            boolean own = flight.grantId > openedAfter && !flight.taken;
            if (own && flight.grantId <= taken && flight.grantId < oldest) {
                results.lost(flight, Reason.LOST_RESPONSE, now);
            }
        }
    }

    /**
     * What only time brings: taken attempts of former owners become unknown, jobs expire or come due, chats wake. Up to so
     * much work of each kind.
     *
     * @return whether every job that is due stands in its queue, so that grants keep the order
     */
    boolean pass(Now now, int limit) {
        long deadline = parts.settings.attemptDeadline().toMillis();
        for (Flights.Flight flight : parts.flights.grantedUpTo(now.gateMs() - deadline)) {
            if (flight.taken) {
                results.lost(flight, Reason.DEADLINE, now);
            }
        }
        int done = 0;
        for (JobEntry job = parts.index.expiries.first(); job != null && done < limit; done++) {
            if (job.expiresAtMs > now.wallMs()) {
                break;
            }
            parts.settlement.end(stored(job), State.EXPIRED, Reason.EXPIRED, Told.NOTHING, now);
            job = parts.index.expiries.first();
        }
        done = 0;
        for (JobEntry job = parts.index.starts.first(); job != null && done < limit; done++) {
            if (job.notBeforeMs() > now.wallMs()) {
                break;
            }
            parts.index.restart(job, now);
            job = parts.index.starts.first();
        }
        parts.lanes.wake(now, limit);
        return parts.index.starts.firstTime() > now.wallMs();
    }

    void steppedBack(Now now) {
        parts.index.steppedBack(now);
    }

    int grant(Now now, int limit, String epoch) {
        return grants.grant(now, limit, epoch);
    }

    /** Stores what of the lane has changed, and says when to look at it again if nothing happens before. */
    long settle(Now now, boolean mayGrant) {
        LaneState state = parts.rests.state(parts.window, now.gateMs());
        if (!state.equals(saved)) {
            parts.pieces.saveLane(state);
            saved = state;
        }
        if (parts.rests.cooldownUntil() != savedCooldown) {
            savedCooldown = parts.rests.cooldownUntil();
            parts.pieces.saveCooldown(savedCooldown);
        }
        long at = Math.min(now.gateAt(parts.index.expiries.firstTime()), now.gateAt(parts.index.starts.firstTime()));
        at = Math.min(at, parts.lanes.nextWakeMs());
        at = Math.min(at, deadlineMs());
        return mayGrant ? Math.min(at, grants.nextAt(now)) : at;
    }

    private long deadlineMs() {
        // those taken by a former owner are the oldest
        Flights.Flight first = parts.flights.first();
        return first != null && first.taken
                ? first.grantedAtMs + parts.settings.attemptDeadline().toMillis()
                : Long.MAX_VALUE;
    }

    void look() {
        grants.look();
    }

    void restore(LaneState state, long skewMs) {
        parts.rests.restore(state, skewMs);
        for (WindowSlot slot : state.slots()) {
            parts.window.restore(slot.later(skewMs));
        }
        saved = state;
    }

    void restoreCooldown(long untilMs, long skewMs) {
        parts.rests.flood(untilMs + skewMs);
        savedCooldown = untilMs + skewMs;
    }

    void restore(ChatState state, long skewMs, Now now) {
        parts.lanes.restore(state, skewMs, now);
    }

    void restore(Job job, long skewMs, Now now) {
        parts.load(job, skewMs, now);
    }

    void rebuilt() {
        parts.rebuilt();
    }

    /** A gate that was rebuilt does not know the last sends of short windows: it waits until they are over. */
    void rest(long fromMs) {
        parts.rests.brief(fromMs + Rebuild.restMs(parts.settings));
    }

    /** How the lane stands, for whoever shows it. */
    LaneView view() {
        return new LaneView(
                parts.index.count(Phase.WAITING),
                parts.index.count(Phase.IN_FLIGHT),
                parts.index.count(Phase.HELD),
                parts.index.count(Phase.UNKNOWN),
                parts.index.oldestAcceptedAtMs(),
                parts.rests.cooldownUntil(),
                parts.rests.isPaused(),
                parts.rests.parked(),
                parts.index.firstDueAtMs(),
                parts.index.oldestReviewAtMs());
    }

    int chatsInMemory() {
        return parts.lanes.size();
    }

    private Job stored(JobEntry entry) {
        @Nullable Job job = parts.pieces.job(entry.key());
        if (job == null) {
            throw new IllegalStateException("memory and store differ about a job");
        }
        return job;
    }
}
