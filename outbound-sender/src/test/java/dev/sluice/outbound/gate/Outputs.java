package dev.sluice.outbound.gate;

import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a gate gave out. */
final class Outputs implements Output {

    final List<Grant> grants = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();
    final Map<String, Job> reviews = new LinkedHashMap<>();

    @Override
    public void grant(Grant grant) {
        grants.add(grant);
    }

    @Override
    public void outcome(Outcome outcome) {
        outcomes.add(outcome);
    }

    @Override
    public void openReview(Job job, Outcome.Reason reason, Instant since) {
        reviews.put(job.spec().requestId(), job);
    }

    @Override
    public void closeReview(JobKey key) {
        if (reviews.remove(key.requestId()) == null) {
            throw new AssertionError("no such review: " + key);
        }
    }
}
