package dev.sluice.outbound.desk.board;

import dev.sluice.model.JobKey;
import dev.sluice.model.Lane;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything that the desk shows, put together from three topics. Thread-safe; no call takes longer than one pass over it. */
public final class Board {

    /** What it is made of. */
    public enum Part {
        LANES,
        REVIEWS,
        OUTCOMES
    }

    /** Beyond so many, which is some 300 MB, memory belongs to the process and not to the desk: later ones are not shown. */
    private static final int MAX_REVIEWS = 500_000;

    private final Map<Sender, Lane> lanes = new TreeMap<>(Comparator.comparing(Sender::text));
    private final ReviewIndex reviews = new ReviewIndex();
    private final RecentOutcomes outcomes;
    private final ChangeLog changes = new ChangeLog();
    private final Set<Part> complete = EnumSet.noneOf(Part.class);
    private final int maxReviews;
    private boolean overflowed;

    /** @param outcomesKept 0 for none */
    public Board(int outcomesKept) {
        this(outcomesKept, MAX_REVIEWS);
    }

    Board(int outcomesKept, int maxReviews) {
        this.outcomes = new RecentOutcomes(outcomesKept);
        this.maxReviews = maxReviews;
    }

    public synchronized void lane(Lane lane) {
        lanes.put(lane.sender(), lane);
        changes.lane(lane.sender());
    }

    public synchronized void laneGone(Sender sender) {
        lanes.remove(sender);
    }

    public synchronized void review(OpenReview review) {
        if (reviews.counts().total() >= maxReviews && reviews.find(review.key()).isEmpty()) {
            overflowed = true;
            return;
        }
        reviews.put(review);
        changes.review(review.key(), true);
    }

    public synchronized void reviewClosed(JobKey key) {
        if (reviews.remove(key)) {
            changes.review(key, false);
        }
    }

    /** This partition of reviews is read anew from its start: what was known of it may not stand there any more. */
    public synchronized void forgetReviews(int partition) {
        reviews.of(partition).forEach(this::reviewClosed);
    }

    public synchronized void outcome(Told told) {
        outcomes.add(told);
        changes.outcome(told);
    }

    /** Outcomes before this time were passed over. */
    public synchronized void outcomesKnownFrom(Instant time) {
        outcomes.knownFrom(time);
    }

    /** All that stood in this part's topic when the desk was started is here. */
    public synchronized void complete(Part part) {
        complete.add(part);
    }

    public synchronized boolean isComplete(Part part) {
        return complete.contains(part) && !(part == Part.REVIEWS && overflowed);
    }

    /** Whether there were once more open reviews than are kept. */
    public synchronized boolean hasOverflowed() {
        return overflowed;
    }

    /** By sender. */
    public synchronized List<LaneRow> lanes() {
        List<LaneRow> rows = new ArrayList<>();
        lanes.values().forEach(lane -> rows.add(row(lane)));
        return rows;
    }

    /**
     * A page of the open reviews, the oldest first.
     *
     * @param after null: from the start
     */
    public synchronized ReviewPage reviews(ReviewFilter filter, @Nullable Cursor after, int limit) {
        return reviews.page(filter, after, limit);
    }

    public synchronized Optional<OpenReview> review(JobKey key) {
        return reviews.find(key);
    }

    public synchronized Counts counts() {
        return reviews.counts();
    }

    public synchronized OutcomePage outcomes(OutcomeFilter filter, int limit) {
        return outcomes.page(filter, limit);
    }

    /** What has changed since this was last asked; who asks is the only one that is told. */
    public synchronized Changes takeChanges() {
        return changes.take(sender -> {
            Lane lane = lanes.get(sender);
            return lane == null ? List.of() : List.of(row(lane));
        });
    }

    private LaneRow row(Lane lane) {
        return new LaneRow(lane, reviews.counts(lane.sender()));
    }
}
