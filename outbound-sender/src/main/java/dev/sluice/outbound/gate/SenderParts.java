package dev.sluice.outbound.gate;

import dev.sluice.model.Outcome.Reason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the rules of one sender work on together. */
final class SenderParts {

    final GateSettings settings;
    final Pieces pieces;
    final Output output;
    final Numbers numbers;
    final Credit credit;
    private final Openings openings;
    final Rests rests;
    final SlidingWindow window;
    final Flights flights = new Flights();
    final Lanes lanes;
    final JobIndex index;
    final Settlement settlement;

    /** Marks of cancel_chat that were read during a rebuild; null when it is over. */
    private @Nullable Map<String, Long> marked = new HashMap<>();

    SenderParts(GateSettings settings, Pieces pieces, Output output, Ownership ownership) {
        this.settings = settings;
        this.pieces = pieces;
        this.output = output;
        numbers = ownership.numbers;
        credit = ownership.credit;
        openings = ownership.openings;
        rests = new Rests(settings);
        window = new SlidingWindow(settings.bot(), settings.windowGuard().toMillis());
        lanes = new Lanes(settings, pieces);
        index = new JobIndex(lanes);
        settlement = new Settlement(settings, pieces, output, index, numbers);
    }

    /** A chat's jobs below that time are not wanted: also those that a rebuild has not come by yet. */
    void mark(ChatLane lane, long before) {
        if (marked != null) {
            marked.merge(lane.key(), before, Math::max);
        }
    }

    void rebuilt() {
        marked = null;
        index.rebuilt();
    }

    /** The open job of that id, in memory as well from here on; null when there is none. */
    @Nullable
    Job job(String requestId, Now now) {
        if (index.isUnknown(requestId)) {
            return null;
        }
        Job job = pieces.job(requestId);
        if (job == null || !index.isMissing(requestId)) {
            return job;
        }
        load(job, 0, now);
        return pieces.job(requestId);
    }

    /** Takes a stored job into memory, with what its attempt in flight has taken of windows and credit. */
    void load(Job job, long skewMs, Now now) {
        if (!index.isMissing(job.spec().requestId())) {
            return;
        }
        JobEntry entry = index.add(job, now);
        Long before = marked == null ? null : marked.get(entry.chat().key());
        if (job.phase() == Phase.IN_FLIGHT) {
            Flights.Flight flight = new Flights.Flight(job.grantId(), entry, job.grantedAtMs() + skewMs, job.taken());
            fly(flight);
            openings.taken().ifPresent(taken -> opened(flight, taken, now));
        }
        Job wanted = before != null && entry.acceptedAtMs < before
                ? pieces.job(job.spec().requestId())
                : null;
        if (wanted != null) {
            settlement.unwanted(wanted, Reason.CHAT_CANCELLED, now);
        }
    }

    /** The attempt in flight of that number, if it is this job's; in memory as well from here on. */
    Flights.@Nullable Flight flight(long grantId, String requestId, Now now) {
        if (marked != null) {
            job(requestId, now);
        }
        Flights.Flight flight = flights.get(grantId);
        return flight != null && flight.job.key().equals(requestId) ? flight : null;
    }

    /**
     * A new dispatcher owns the partition, and finds that its predecessors have taken grants up to {@code taken}. An attempt
     * above was never taken, and goes back; any other may have been sent, and keeps in flight until its deadline.
     */
    void opened(Flights.Flight flight, long taken, Now now) {
        if (flight.grantId > taken) {
            giveBack(flight, now);
            return;
        }
        rests.takenOver(numbers.last());
        if (!flight.taken) {
            leftBehind(flight);
            pieces.saveJob(jobOf(flight).known(true));
        }
    }

    /** Nothing of the attempt was sent, and nothing will be. */
    void giveBack(Flights.Flight flight, Now now) {
        Job job = jobOf(flight);
        release(flight);
        flights.remove(flight.grantId);
        settlement.requeue(job, false, Told.NOTHING, now);
    }

    /** The stored job of an attempt in flight. */
    Job jobOf(Flights.Flight flight) {
        Job job = pieces.job(flight.job.key());
        if (job == null) {
            throw new IllegalStateException("an attempt in flight has a job");
        }
        return job;
    }

    /** An attempt is in flight from now on. */
    void fly(Flights.Flight flight) {
        flights.add(flight);
        if (!flight.taken) {
            flight.credited = true;
            credit.take();
        }
        window.take(flight.grantId, flight.job.weight);
        lanes.take(flight.job.chat(), flight.grantId, flight.job.weight);
    }

    /** A dispatcher that is gone has taken the attempt: it is no load for the present one. */
    private void leftBehind(Flights.Flight flight) {
        flight.taken = true;
        giveBackCredit(flight);
    }

    /** The attempt was sent at that time or earlier, which frees its slots in time. */
    void sent(Flights.Flight flight, long sentAtMs, Now now) {
        report(flight);
        ChatLane lane = flight.job.chat();
        window.sent(flight.grantId, sentAtMs);
        lanes.sent(lane, flight.grantId, sentAtMs);
        lanes.save(lane, now);
    }

    /** An attempt that is no longer in flight was sent at that time or earlier. */
    void sentAfterAll(ChatLane lane, long grantId, int weight, long sentAtMs, Now now) {
        window.sentAfterAll(grantId, weight, sentAtMs);
        lanes.sentAfterAll(lane, grantId, weight, sentAtMs);
        lanes.save(lane, now);
    }

    /** The attempt was not sent and will not be. */
    void release(Flights.Flight flight) {
        report(flight);
        window.release(flight.grantId);
        lanes.release(flight.job.chat(), flight.grantId);
    }

    private void report(Flights.Flight flight) {
        flight.reported = true;
        giveBackCredit(flight);
    }

    private void giveBackCredit(Flights.Flight flight) {
        if (flight.credited) {
            flight.credited = false;
            credit.giveBack();
        }
    }
}
