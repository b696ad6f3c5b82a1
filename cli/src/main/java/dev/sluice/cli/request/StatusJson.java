package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.JsonLines;
import dev.sluice.model.JobKey;
import dev.sluice.model.Review;
import dev.sluice.model.Sender;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Everything, as the topics hold it, one object per line. */
final class StatusJson implements StatusOutput {
    private final PrintStream out;

    StatusJson(PrintStream out) {
        this.out = out;
    }

    @Override
    public void ofSender(Cluster cluster, Sender sender) {
        SenderTopics.lane(cluster, sender).ifPresent(lane -> print("lane", lane));
        SenderTopics.openReviews(cluster, sender).forEach(review -> print("review", review));
        SenderTopics.newestOutcomes(cluster, sender, outcome -> print("outcome", outcome));
    }

    @Override
    public boolean ofJob(Cluster cluster, JobKey job) {
        AtomicBoolean any = new AtomicBoolean();
        SenderTopics.outcomes(cluster, job, outcome -> {
            print("outcome", outcome);
            any.set(true);
        });
        Optional<Found<Review>> review = SenderTopics.openReview(cluster, job);
        review.ifPresent(open -> print("review", open));
        return any.get() || review.isPresent();
    }

    private void print(String name, Found<?> found) {
        out.println(JsonLines.of(name, found.json()));
    }
}
