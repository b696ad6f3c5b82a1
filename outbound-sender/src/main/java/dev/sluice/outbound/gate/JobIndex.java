package dev.sluice.outbound.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All open jobs of a sender as memory holds them: by id, by expiry, by not_before and by age; and the one place where a job
 * changes its phase there. What it holds follows from the stored jobs alone.
 */
final class JobIndex {

    private final Lanes lanes;
    private final KeyTable<JobEntry> byId = new KeyTable<>();
    private final Map<Phase, Integer> counts = new EnumMap<>(Phase.class);

    /** Ids that ended while stored jobs were still being read: what the scan shows of them is old. */
    private @Nullable Set<String> endedInRebuild = new HashSet<>();

    final TimeHeap<JobEntry> expiries = new TimeHeap<>(new Place(job -> job.expiresAtMs) {
        @Override
        public int place(JobEntry job) {
            return job.expiryPlace;
        }

        @Override
        public void place(JobEntry job, int place) {
            job.expiryPlace = place;
        }
    });

    final TimeHeap<JobEntry> starts = new TimeHeap<>(new Place(JobEntry::notBeforeMs) {
        @Override
        public int place(JobEntry job) {
            return job.start == null ? -1 : job.start.place;
        }

        @Override
        public void place(JobEntry job, int place) {
            if (job.start != null) {
                job.start.place = place;
            }
        }
    });

    /** Waiting jobs by age: those that are due at once, and those with a not_before. */
    private final TimeHeap<JobEntry> ages = new TimeHeap<>(new Aged(job -> job.acceptedAtMs));

    private final TimeHeap<JobEntry> scheduledAges = new TimeHeap<>(new Aged(job -> job.acceptedAtMs));

    /** Waiting jobs with a not_before, by when they are due. */
    private final TimeHeap<JobEntry> dues = new TimeHeap<>(new Place(JobEntry::dueAtMs) {
        @Override
        public int place(JobEntry job) {
            return job.start == null ? -1 : job.start.duePlace;
        }

        @Override
        public void place(JobEntry job, int place) {
            if (job.start != null) {
                job.start.duePlace = place;
            }
        }
    });

    /** Open reviews by the attempt that they came from. */
    private final TimeHeap<JobEntry> reviews = new TimeHeap<>(new Aged(JobEntry::grantedAtMs));

    JobIndex(Lanes lanes) {
        this.lanes = lanes;
    }

    int count(Phase phase) {
        return counts.getOrDefault(phase, 0);
    }

    int size() {
        return byId.size();
    }

    /** When the oldest waiting job was accepted. */
    OptionalLong oldestAcceptedAtMs() {
        return time(Math.min(ages.firstTime(), scheduledAges.firstTime()));
    }

    /** When the waiting job that is due first, or has been due for longest, may go by its own times. */
    OptionalLong firstDueAtMs() {
        return time(Math.min(ages.firstTime(), dues.firstTime()));
    }

    /** When the attempt was granted that the oldest open review came from. */
    OptionalLong oldestReviewAtMs() {
        return time(reviews.firstTime());
    }

    private static OptionalLong time(long firstMs) {
        return firstMs == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(firstMs);
    }

    /** The stored job's place in memory; it is made where a rebuild has not come by yet. */
    JobEntry of(Job job, Now now) {
        JobEntry known = byId.get(Keyed.Name.text(job.spec().requestId()));
        return known == null ? add(job, now) : known;
    }

    JobEntry add(Job job, Now now) {
        ChatLane lane = lanes.of(job.spec().chatKey(), job.spec().groupLike());
        JobEntry entry = new JobEntry(job, lane);
        byId.add(entry);
        attach(entry, now);
        lanes.refresh(lane, now);
        return entry;
    }

    /** Whether a stored job that a rebuild comes by is not in memory, and was not dropped since the scan began. */
    boolean isMissing(String requestId) {
        return byId.get(Keyed.Name.text(requestId)) == null
                && (endedInRebuild == null || !endedInRebuild.contains(requestId));
    }

    /** Whether every job that is stored is in memory, and that one is not. */
    boolean isUnknown(String requestId) {
        return endedInRebuild == null && byId.get(Keyed.Name.text(requestId)) == null;
    }

    void rebuilt() {
        endedInRebuild = null;
    }

    /** The job has changed: it stands elsewhere now. */
    void move(JobEntry entry, Job next, Now now) {
        detach(entry);
        entry.phase(next.phase());
        entry.order = next.order();
        entry.cancelWanted = next.cancelWanted();
        entry.grantedAt(next.grantedAtMs());
        attach(entry, now);
        lanes.refresh(entry.chat(), now);
    }

    /** The job has ended. */
    void remove(JobEntry entry, Now now) {
        detach(entry);
        ChatLane lane = entry.chat();
        byId.remove(entry);
        if (endedInRebuild != null) {
            endedInRebuild.add(entry.key());
        }
        lanes.refresh(lane, now);
    }

    private void attach(JobEntry entry, Now now) {
        ChatLane lane = entry.chat();
        counts.merge(entry.phase(), 1, Integer::sum);
        if (entry.phase() == Phase.IN_FLIGHT) {
            lane.inFlight++;
            lane.putAside(entry);
        } else if (entry.phase().isOpenReview()) {
            lane.open++;
            lane.putAside(entry);
            reviews.put(entry);
        } else {
            expiries.put(entry);
            if (entry.start == null) {
                ages.put(entry);
            } else {
                scheduledAges.put(entry);
                dues.put(entry);
            }
            if (entry.notBeforeMs() > now.wallMs()) {
                starts.put(entry);
                lane.putAside(entry);
            } else {
                lane.enqueue(entry);
            }
        }
    }

    private void detach(JobEntry entry) {
        ChatLane lane = entry.chat();
        counts.merge(entry.phase(), -1, Integer::sum);
        if (entry.phase() == Phase.IN_FLIGHT) {
            lane.inFlight--;
            lane.takeBack(entry);
        } else if (entry.phase().isOpenReview()) {
            lane.open--;
            lane.takeBack(entry);
            reviews.remove(entry);
        } else {
            expiries.remove(entry);
            if (entry.start == null) {
                ages.remove(entry);
            } else {
                scheduledAges.remove(entry);
                dues.remove(entry);
            }
            if (entry.isAsleep()) {
                starts.remove(entry);
                lane.takeBack(entry);
            } else {
                lane.dequeue(entry);
            }
        }
    }

    /** Puts a waiting job where the wall's time wants it: it may have come, and it may have stepped back. */
    void restart(JobEntry entry, Now now) {
        detach(entry);
        attach(entry, now);
        lanes.refresh(entry.chat(), now);
    }

    /** The wall has stepped back: what was due may not be any more, and must not stand before what is. */
    void steppedBack(Now now) {
        List<JobEntry> early = new ArrayList<>();
        byId.forEach(entry -> {
            if (entry.phase() == Phase.WAITING && !entry.isAsleep() && entry.notBeforeMs() > now.wallMs()) {
                early.add(entry);
            }
        });
        early.forEach(entry -> restart(entry, now));
    }

    /** One place serves three heaps: a job is in one of them at most. */
    private static final class Aged extends Place {
        Aged(ToLongFunction<JobEntry> time) {
            super(time);
        }

        @Override
        public int place(JobEntry job) {
            return job.agePlace;
        }

        @Override
        public void place(JobEntry job, int place) {
            job.agePlace = place;
        }
    }

    private abstract static class Place implements TimeHeap.Access<JobEntry> {
        private final ToLongFunction<JobEntry> time;

        Place(ToLongFunction<JobEntry> time) {
            this.time = time;
        }

        @Override
        public final long time(JobEntry job) {
            return time.applyAsLong(job);
        }
    }
}
