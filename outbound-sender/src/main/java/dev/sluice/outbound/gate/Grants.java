package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Grants attempts: the next job of the next chat, while all gates agree (R93-R97). What it costs does not depend on how many
 * jobs wait. A window may still be full, if it has room in a moment for certain: the dispatcher holds such a grant until then,
 * so that the way from one call's result to the next one's start costs the sender nothing. Nothing else may lie ahead.
 */
final class Grants {

    /** Jobs that turn out to be over when their turn comes: so many are passed in one go. */
    private static final int MAX_PASSED = 1_000;

    private static final long NEVER = Long.MAX_VALUE;

    /** Who is next. */
    private record Choice(ChatLane lane, Priority priority) {}

    private final SenderParts parts;
    private final BulkPace pace;
    private final long leadMs;
    private long roomAt;

    /** A call that is heavy for the bot window, and how long it has waited for room: others do not pass it for ever. */
    private @Nullable ChatLane claimant;

    private Priority claimed = Priority.REPLY;
    private long claimedAt;

    Grants(SenderParts parts) {
        this.parts = parts;
        pace = new BulkPace(parts.settings);
        leadMs = parts.settings.leadMs();
    }

    /** Something has happened that may have made room. */
    void look() {
        roomAt = 0;
    }

    /** When there may be something to grant; never, when that hangs on an event. */
    long nextAt(Now now) {
        boolean replies = isWaiting(Priority.REPLY);
        if (!replies && !isWaiting(Priority.BULK)) {
            return NEVER;
        }
        if (!isOneMoreAllowed()) {
            return NEVER;
        }
        long at = Math.max(roomAt, parts.rests.openAt());
        return replies ? at : Math.max(at, pace.dueMs());
    }

    /** Grants up to so many attempts. */
    int grant(Now now, int limit, String epoch) {
        int granted = 0;
        int passed = 0;
        roomAt = 0;
        while (granted < limit && passed < MAX_PASSED && isOpen(now)) {
            Choice choice = choose(now);
            if (choice == null) {
                break;
            }
            ChatLane lane = choice.lane();
            Priority priority = choice.priority();
            JobEntry entry = lane.head(priority);
            if (entry == null) {
                throw new IllegalStateException("a chat in turn has a job");
            }
            Job job = stored(entry);
            if (Settlement.isExpired(job, now)) {
                parts.settlement.end(job, State.EXPIRED, Reason.EXPIRED, Told.NOTHING, now);
                passed++;
            } else if (entry.notBeforeMs() > now.wallMs()) {
                // the wall has stepped back since it was due
                parts.index.restart(entry, now);
                passed++;
            } else if (hasRoom(lane, priority, entry.weight, now)) {
                List<Attempt.Hold> hold = hold(lane, entry.weight, now);
                if (!lives(job, hold, now)) {
                    roomAt = now.gateMs() + lifetimeMs(job, now);
                    break;
                }
                grant(job, entry, lane, priority, epoch, hold, now);
                granted++;
            } else {
                break;
            }
        }
        return granted;
    }

    private void grant(
            Job job, JobEntry entry, ChatLane lane, Priority priority, String epoch, List<Attempt.Hold> hold, Now now) {
        pace.granted(priority, isWaiting(Priority.REPLY) && isWaiting(Priority.BULK), entry.weight, now);
        if (lane == claimant) {
            claimant = null;
        }
        if (lane != parts.lanes.chatless) {
            parts.lanes.turns.leave(priority);
        }
        long grantId = parts.numbers.next();
        Job granted = job.granted(grantId, now.gateMs());
        parts.settlement.store(granted, now);
        parts.fly(new Flights.Flight(grantId, entry, now.gateMs(), false));
        long lifetime = lifetimeMs(job, now);
        boolean moved =
                job.spec().chatKey().filter(key -> !key.equals(lane.key())).isPresent();
        parts.output.grant(new Grant(
                granted,
                grantId,
                epoch,
                granted.attempts(),
                moved ? OptionalLong.of(Long.parseLong(lane.key())) : OptionalLong.empty(),
                Settlement.at(now),
                Math.min(parts.settings.attemptLease().toMillis(), lifetime),
                parts.settings.attemptDeadline().toMillis(),
                hold));
    }

    /** The slots that such a call still waits for, granted now. */
    private List<Attempt.Hold> hold(ChatLane lane, int weight, Now now) {
        List<Attempt.Hold> hold = new ArrayList<>(parts.window.hold(weight, now.gateMs()));
        if (lane != parts.lanes.chatless) {
            hold.addAll(Lanes.hold(lane, weight, now));
        }
        return hold;
    }

    /** Whether there is anything left of its time after the wait. If not, its expiry is the next that happens to it. */
    private static boolean lives(Job job, List<Attempt.Hold> hold, Now now) {
        long lifetime = lifetimeMs(job, now);
        return hold.stream().allMatch(wait -> wait.ms() < lifetime);
    }

    private static long lifetimeMs(Job job, Now now) {
        return job.spec().expiresAtMs().orElse(NEVER) - now.wallMs();
    }

    private boolean isOpen(Now now) {
        return parts.rests.openAt() <= now.gateMs() && parts.credit.isLeft() && isOneMoreAllowed();
    }

    private boolean isOneMoreAllowed() {
        if (parts.flights.size() >= parts.settings.maxInFlight()) {
            return false;
        }
        OptionalLong after = parts.rests.oneAtATimeAfter();
        return after.isEmpty() || !parts.flights.isAnyAbove(after.getAsLong());
    }

    private boolean isWaiting(Priority priority) {
        return parts.lanes.chatless.head(priority) != null || parts.lanes.turns.first(priority) != null;
    }

    /** Whose turn it is; nobody's, when no job may go now. */
    private @Nullable Choice choose(Now now) {
        boolean isBulkDue = pace.dueMs() <= now.gateMs();
        ChatLane waiting = claimant;
        if (waiting != null && !isNextInLine(waiting, claimed, now)) {
            claimant = null;
        } else if (waiting != null
                && now.gateMs() - claimedAt > parts.settings.bot().windowMs()
                && (claimed == Priority.REPLY || isBulkDue)) {
            return new Choice(waiting, claimed);
        }
        boolean reply = hasReady(Priority.REPLY, now);
        boolean bulk = hasReady(Priority.BULK, now) && isBulkDue;
        if (reply && !(bulk && pace.isBulkOwed())) {
            return new Choice(lane(Priority.REPLY), Priority.REPLY);
        }
        return bulk ? new Choice(lane(Priority.BULK), Priority.BULK) : null;
    }

    private boolean isNextInLine(ChatLane lane, Priority priority, Now now) {
        return parts.lanes.turns.first(priority) == lane
                && !lane.gone
                && parts.lanes.readyAt(lane, priority, now) <= now.gateMs();
    }

    /** Brings a chat that can go to the head of its line; those that no longer can leave it. */
    private boolean hasReady(Priority priority, Now now) {
        if (parts.lanes.chatless.head(priority) != null) {
            return true;
        }
        Turns turns = parts.lanes.turns;
        for (ChatLane lane = turns.first(priority); lane != null; lane = turns.first(priority)) {
            if (isNextInLine(lane, priority, now)) {
                return true;
            }
            turns.leave(priority);
            parts.lanes.refresh(lane, now);
        }
        return false;
    }

    /** What has no chat goes before others of its priority: a callback answer lives 150 s. */
    private ChatLane lane(Priority priority) {
        ChatLane first = parts.lanes.turns.first(priority);
        return parts.lanes.chatless.head(priority) != null || first == null ? parts.lanes.chatless : first;
    }

    private boolean hasRoom(ChatLane lane, Priority priority, int weight, Now now) {
        long at = parts.window.fitsAt(weight, now.gateMs(), leadMs);
        if (at <= now.gateMs()) {
            return true;
        }
        roomAt = at;
        if (weight > 1 && claimant == null && lane != parts.lanes.chatless) {
            claimant = lane;
            claimed = priority;
            claimedAt = now.gateMs();
        }
        return false;
    }

    private Job stored(JobEntry entry) {
        Job job = parts.pieces.job(entry.key());
        if (job == null || job.phase() != Phase.WAITING) {
            throw new IllegalStateException("memory and store differ about a job");
        }
        return job;
    }
}
