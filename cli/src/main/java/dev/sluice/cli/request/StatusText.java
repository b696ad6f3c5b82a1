package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.Review;
import dev.sluice.model.Sender;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Tables for people. */
final class StatusText implements StatusOutput {
    /** More requests than that are nothing to read. */
    private static final int SHOWN = 100;

    private final PrintStream out;

    StatusText(PrintStream out) {
        this.out = out;
    }

    @Override
    public void ofSender(Cluster cluster, Sender sender) {
        out.println(StatusTables.lane(sender, SenderTopics.lane(cluster, sender).map(Found::value)));
        List<Review> reviews = SenderTopics.openReviews(cluster, sender).stream()
                .map(Found::value)
                .toList();
        if (!reviews.isEmpty()) {
            section("open reviews:", StatusTables.reviews(reviews));
        }
        Deque<Outcome> newest = new ArrayDeque<>();
        AtomicLong jobs = new AtomicLong();
        SenderTopics.newestOutcomes(cluster, sender, found -> {
            jobs.incrementAndGet();
            newest.addLast(found.value());
            if (newest.size() > SHOWN) {
                newest.removeFirst();
            }
        });
        if (!newest.isEmpty()) {
            long more = jobs.get() - newest.size();
            section(
                    more == 0 ? "requests:" : "requests, the newest " + SHOWN + " (--json has " + more + " more):",
                    StatusTables.outcomes(newest));
        }
    }

    @Override
    public boolean ofJob(Cluster cluster, JobKey job) {
        List<Outcome> outcomes = new ArrayList<>();
        SenderTopics.outcomes(cluster, job, found -> outcomes.add(found.value()));
        Optional<Review> review = SenderTopics.openReview(cluster, job).map(Found::value);
        if (outcomes.isEmpty() && review.isEmpty()) {
            return false;
        }
        StatusTables.outcomes(outcomes).forEach(out::println);
        review.ifPresent(open -> {
            section(
                    "open review, for a person to decide (sluice request resolve):",
                    StatusTables.reviews(List.of(open)));
            section("its attempts:", StatusTables.tries(open));
        });
        return true;
    }

    private void section(String title, List<String> lines) {
        out.println();
        out.println(title);
        lines.forEach(out::println);
    }
}
