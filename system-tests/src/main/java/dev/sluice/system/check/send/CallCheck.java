package dev.sluice.system.check.send;

import java.util.List;

/** O1, O5, O7 and R91: each call of a job needs an attempt, a reason and time. */
final class CallCheck {
    /** As for cooldowns: a call may be on its way when its time ends. */
    private static final long ON_ITS_WAY_MS = 250;

    private final SendReport report;

    CallCheck(SendReport report) {
        this.report = report;
    }

    void check(JobView job) {
        for (WireCall call : job.calls) {
            if (!job.attemptOf.containsKey(call.seq())) {
                report.add(
                        SendViolation.UNCOMMITTED,
                        call.where() + " has no attempt that was stored before it; " + job.attempts.size()
                                + " attempts, " + job.calls.size() + " calls");
            }
        }
        Seen.Request request = job.request;
        if (request == null) {
            if (!job.attempts.isEmpty()) {
                report.add(SendViolation.UNCOMMITTED, job.key + " has attempts and was never requested");
            }
            return;
        }
        for (WireCall call : job.calls) {
            if (!call.bodySha256().equals(request.paramsSha256())) {
                report.add(SendViolation.ALTERED, call.where() + " does not carry the request's parameters");
            }
            inTime(call, job, request);
        }
        again(job, request);
        counted(job, request);
        cancelled(job);
    }

    /** Why a call followed another of the same job. */
    private void again(JobView job, Seen.Request request) {
        List<WireCall> calls = job.calls;
        for (int i = 1; i < calls.size(); i++) {
            Seen.Attempt before = job.attemptOf.get(calls.get(i - 1).seq());
            Seen.Attempt now = job.attemptOf.get(calls.get(i).seq());
            if (before != null && now != null && !mayFollow(job, request, before, now)) {
                report.add(
                        SendViolation.BLIND,
                        calls.get(i).where() + " (grant " + now.grantId() + ") follows call "
                                + calls.get(i - 1).seq()
                                + " (grant " + before.grantId() + ", HTTP "
                                + calls.get(i - 1).status()
                                + ", result "
                                + job.resultOf(before).map(Seen.Result::kind).orElse("none")
                                + ") and nobody had decided so");
            }
        }
    }

    private static boolean mayFollow(JobView job, Seen.Request request, Seen.Attempt before, Seen.Attempt now) {
        var result = job.resultOf(before).filter(r -> r.atMs() <= now.atMs());
        if (result.filter(Seen.Result::allowsAnother).isPresent()) {
            return true;
        }
        boolean isUnknown = result.isEmpty() || result.get().kind().equals("unknown");
        return (isUnknown && request.onUnknown().equals("resend"))
                || job.commands.stream()
                        .anyMatch(c -> c.command().equals("resolve")
                                && c.decision().equals("resend")
                                && c.attempt().orElse(-1) == before.attempt()
                                && c.atMs() <= now.atMs());
    }

    private void inTime(WireCall call, JobView job, Seen.Request request) {
        long atMs = call.headMicros() / 1_000;
        if (atMs > request.expiresAtMs() && atMs - request.expiresAtMs() > ON_ITS_WAY_MS) {
            report.add(
                    SendViolation.LATE,
                    call.where() + " came " + (atMs - request.expiresAtMs()) + " ms after the request had expired");
        }
        job.end()
                .filter(end -> atMs > end.atMs() + 1)
                .ifPresent(end -> report.add(
                        SendViolation.LATE,
                        call.where() + " came " + (atMs - end.atMs()) + " ms after its end as " + end.state() + " at "
                                + end.where()));
    }

    private void counted(JobView job, Seen.Request request) {
        long counted = job.calls.stream()
                .map(call -> job.attemptOf.get(call.seq()))
                .filter(attempt -> attempt == null
                        || job.resultOf(attempt).map(Seen.Result::counts).orElse(true))
                .count();
        long resends = job.commands.stream()
                .filter(c -> c.command().equals("resolve") && c.decision().equals("resend"))
                .count();
        if (counted > request.maxAttempts() + resends) {
            report.add(
                    SendViolation.LATE,
                    job.key + " was called " + counted + " times, with max_attempts " + request.maxAttempts() + " and "
                            + resends + " decisions to resend");
        }
    }

    private void cancelled(JobView job) {
        boolean isCancelled =
                job.end().map(end -> end.state().equals("cancelled")).orElse(false);
        boolean isObeyed = job.commands.stream().noneMatch(c -> c.command().equals("cancel")) || isCancelled;
        if (!isObeyed) {
            report.add(
                    SendViolation.LATE,
                    job.key + " was cancelled, nobody refused that, and it ended as "
                            + job.end().map(Seen.Outcome::state).orElse("nothing"));
        }
    }
}
