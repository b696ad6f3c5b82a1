package dev.sluice.outbound.gate;

import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import java.time.Instant;

/** What the gate gives out, in this order, beside what it stores. Dead letters are what its methods return. */
public interface Output {

    void grant(Grant grant);

    /** Each state once. A terminal one comes before its job is dropped. */
    void outcome(Outcome outcome);

    /** The job's phase says which review it is: held or unknown. Also when a review that is open changes. */
    void openReview(Job job, Outcome.Reason reason, Instant since);

    /** Settled: the review's tombstone. */
    void closeReview(JobKey key);
}
