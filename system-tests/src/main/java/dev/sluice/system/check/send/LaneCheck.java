package dev.sluice.system.check.send;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** O2 and O6: what happens in one chat, one thing after the other and in order. */
final class LaneCheck {
    /** Outcome and next attempt are of one transaction, and reach different partitions in any order. */
    private static final long SAME_TRANSACTION_MS = 1_000;

    private final SendHistory history;
    private final SendReport report;

    LaneCheck(SendHistory history, SendReport report) {
        this.history = history;
        this.report = report;
    }

    void check() {
        Map<String, List<Seen.Attempt>> called = new HashMap<>();
        Map<String, List<JobView>> lanes = new HashMap<>();
        for (JobView job : history.jobs()) {
            for (Seen.Attempt attempt : job.attempts) {
                if (!attempt.chat().isEmpty() && job.callOf.containsKey(attempt.grantId())) {
                    called.computeIfAbsent(attempt.sender() + " chat " + attempt.chat(), c -> new ArrayList<>())
                            .add(attempt);
                }
            }
            Seen.Request request = job.request;
            if (request != null && !request.chat().isEmpty()) {
                String lane = request.sender() + " chat " + request.chat() + " " + request.priority();
                lanes.computeIfAbsent(lane, l -> new ArrayList<>()).add(job);
            }
        }
        called.values().forEach(this::oneAtATime);
        lanes.forEach(this::inOrder);
    }

    private void oneAtATime(List<Seen.Attempt> attempts) {
        attempts.sort(Comparator.comparingLong(Seen.Attempt::position));
        for (int i = 1; i < attempts.size(); i++) {
            Seen.Attempt before = attempts.get(i - 1);
            Seen.Attempt now = attempts.get(i);
            if (!isSettled(before, now)) {
                report.add(
                        SendViolation.IN_FLIGHT,
                        "grant " + now.grantId() + " of " + now.jobKey() + " while grant " + before.grantId() + " of "
                                + before.jobKey() + " in the same chat was on its way");
            }
        }
    }

    /** By its result; or, where that is lost or comes late, by the outcome that says so. */
    private boolean isSettled(Seen.Attempt before, Seen.Attempt now) {
        JobView job = history.job(before.jobKey());
        Optional<Seen.Result> result = job.resultOf(before);
        long atOnceMs = result.isEmpty() ? SAME_TRANSACTION_MS : SAME_TRANSACTION_MS / 20;
        return result.filter(r -> r.atMs() <= now.atMs()).isPresent()
                || job.outcomeOf(before)
                        .filter(o -> o.atMs() <= now.atMs() + atOnceMs)
                        .isPresent();
    }

    private void inOrder(String lane, List<JobView> jobs) {
        List<JobView> inLine = new ArrayList<>(jobs);
        inLine.sort(Comparator.comparingLong(LaneCheck::offset));
        for (int late = 1; late < inLine.size(); late++) {
            for (int early = 0; early < late; early++) {
                passed(inLine.get(early), inLine.get(late)).ifPresent(text -> {
                    report.add(SendViolation.ORDER, text + " in " + lane);
                });
            }
        }
    }

    private static long offset(JobView job) {
        return job.request == null ? 0 : job.request.offset();
    }

    /** Whether the later one was granted something while the earlier one was waiting for its turn. */
    private static Optional<String> passed(JobView early, JobView late) {
        if (early.request == null || early.request.timed()) {
            return Optional.empty();
        }
        for (int k = 0; k < early.attempts.size(); k++) {
            long from = k == 0 ? -1 : early.attempts.get(k - 1).position();
            long to = early.attempts.get(k).position();
            if (k > 0 && wasDecidedOn(early, early.attempts.get(k - 1))) {
                continue;
            }
            for (Seen.Attempt attempt : late.attempts) {
                if (attempt.position() > from && attempt.position() < to) {
                    return Optional.of("grant " + attempt.grantId() + " of " + late.key + " went before grant "
                            + early.attempts.get(k).grantId() + " of " + early.key);
                }
            }
        }
        return Optional.empty();
    }

    /** Whether the job stood in a review, or was unknown, after this attempt: it does not hold up its chat then. */
    private static boolean wasDecidedOn(JobView job, Seen.Attempt attempt) {
        return job.outcomeOf(attempt).filter(Seen.Outcome::isOpen).isPresent();
    }
}
