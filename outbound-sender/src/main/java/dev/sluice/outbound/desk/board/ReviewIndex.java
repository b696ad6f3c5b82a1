package dev.sluice.outbound.desk.board;

import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The open reviews by key and by age. A list costs one pass over all of them at most: 100,000 take some milliseconds. */
final class ReviewIndex {
    private final Map<JobKey, OpenReview> byKey = new HashMap<>();
    private final NavigableMap<Cursor, OpenReview> byAge = new TreeMap<>(Cursor.ORDER);
    private final Map<Sender, Counts> bySender = new HashMap<>();
    private Counts counts = Counts.NONE;

    void put(OpenReview review) {
        remove(review.key());
        byKey.put(review.key(), review);
        byAge.put(Cursor.of(review), review);
        counts = counts.plus(one(review));
        bySender.merge(review.key().sender(), one(review), Counts::plus);
    }

    /** Whether it was there. */
    boolean remove(JobKey key) {
        OpenReview gone = byKey.remove(key);
        if (gone == null) {
            return false;
        }
        byAge.remove(Cursor.of(gone));
        counts = counts.minus(one(gone));
        bySender.computeIfPresent(key.sender(), (sender, some) -> {
            Counts left = some.minus(one(gone));
            return left.total() == 0 ? null : left;
        });
        return true;
    }

    /** Those whose records lie in this partition. */
    List<JobKey> of(int partition) {
        return byKey.values().stream()
                .filter(review -> review.partition() == partition)
                .map(OpenReview::key)
                .toList();
    }

    Optional<OpenReview> find(JobKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    Counts counts() {
        return counts;
    }

    Counts counts(Sender sender) {
        return bySender.getOrDefault(sender, Counts.NONE);
    }

    ReviewPage page(ReviewFilter filter, @Nullable Cursor after, int limit) {
        List<OpenReview> page = new ArrayList<>();
        boolean more = false;
        Collection<OpenReview> rest =
                after == null ? byAge.values() : byAge.tailMap(after, false).values();
        for (OpenReview review : rest) {
            if (filter.wants(review)) {
                if (page.size() == limit) {
                    more = true;
                    break;
                }
                page.add(review);
            }
        }
        int total = filter.equals(ReviewFilter.ALL)
                ? byKey.size()
                : (int) byKey.values().stream().filter(filter::wants).count();
        return new ReviewPage(page, total, more ? Optional.of(Cursor.of(page.get(page.size() - 1))) : Optional.empty());
    }

    private static Counts one(OpenReview review) {
        return review.state() == Outcome.State.HELD ? new Counts(1, 0) : new Counts(0, 1);
    }
}
