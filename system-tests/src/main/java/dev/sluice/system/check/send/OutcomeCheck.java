package dev.sluice.system.check.send;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** O8 and O9: one job per request, and one end that is true. */
final class OutcomeCheck {
    private static final int OK = 200;

    private final SendHistory history;
    private final SendReport report;
    private long requests;
    private long ended;
    private long reviews;
    private long waiting;
    private long unknown;

    OutcomeCheck(SendHistory history, SendReport report) {
        this.history = history;
        this.report = report;
    }

    void check() {
        history.jobs().forEach(this::check);
        grants();
        report.totals(new SendReport.Totals(
                history.calls.size(),
                history.calls.stream().filter(WireCall::isFlood).count(),
                requests,
                ended,
                reviews,
                waiting,
                unknown));
    }

    private void check(JobView job) {
        once(job);
        if (job.request == null) {
            return;
        }
        requests++;
        boolean isOpen = history.records.openReviews.contains(job.key);
        boolean isEnded = job.end().isPresent();
        ended += isEnded ? 1 : 0;
        reviews += isOpen ? 1 : 0;
        waiting += isEnded || isOpen ? 0 : 1;
        unknown += job.outcomes.stream().anyMatch(o -> o.state().equals("unknown")) ? 1 : 0;
        if (isEnded && isOpen) {
            report.add(SendViolation.LOST, job.key + " has ended and its review is still open");
        }
        job.end().ifPresent(end -> isTrue(job, end));
    }

    private void once(JobView job) {
        Set<String> seen = new HashSet<>();
        boolean isOver = false;
        for (Seen.Outcome outcome : job.outcomes) {
            if (isOver) {
                report.add(
                        SendViolation.DOUBLED,
                        job.key + " is " + outcome.state() + " at " + outcome.where() + " after its end");
            } else if (!seen.add(outcome.state() + "/" + outcome.attempt())) {
                report.add(
                        SendViolation.DOUBLED,
                        job.key + " is " + outcome.state() + " at attempt " + outcome.attempt()
                                + " twice, the second at " + outcome.where());
            }
            isOver |= outcome.isTerminal();
        }
        if (job.request == null && !job.outcomes.isEmpty()) {
            report.add(SendViolation.LOST, job.key + " has outcomes and was never requested");
        }
    }

    private void isTrue(JobView job, Seen.Outcome end) {
        boolean claims = end.state().equals("sent") && !end.reason().equals("resolved");
        if (claims && job.calls.stream().noneMatch(call -> call.status() == OK)) {
            report.add(SendViolation.LOST, job.key + " is sent, says " + end.where() + ", and the API never took it");
        }
    }

    /** Never used twice, and rising in each partition. */
    private void grants() {
        Map<Integer, Long> last = new HashMap<>();
        for (Seen.Attempt attempt : history.records.attempts) {
            Long before = last.put(attempt.partition(), attempt.grantId());
            if (before != null && attempt.grantId() <= before) {
                report.add(
                        SendViolation.DOUBLED,
                        "grant " + attempt.grantId() + " of " + attempt.jobKey() + " stands behind grant " + before);
            }
        }
    }
}
