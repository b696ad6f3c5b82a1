package dev.sluice.system.check.send;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Ledger and topics, put together by job. */
final class SendHistory {
    private final Map<String, JobView> jobs = new LinkedHashMap<>();
    final List<WireCall> calls;
    final SendRecords records;

    SendHistory(List<WireCall> calls, SendRecords records) {
        this.calls = new ArrayList<>(calls);
        this.calls.sort(Comparator.comparingLong(WireCall::headNanos));
        this.records = records;
        for (Seen.Request request : records.requests) {
            JobView job = job(request.jobKey());
            // a repeat is no second job
            if (job.request == null) {
                job.request = request;
            }
        }
        records.attempts.forEach(attempt -> job(attempt.jobKey()).attempts.add(attempt));
        records.results.forEach(result -> job(result.jobKey()).add(result));
        records.outcomes.forEach(outcome -> job(outcome.jobKey()).outcomes.add(outcome));
        records.commands.forEach(command -> job(command.jobKey()).commands.add(command));
        this.calls.forEach(call -> job(call.jobKey()).calls.add(call));
        jobs.values().forEach(JobView::match);
    }

    Collection<JobView> jobs() {
        return jobs.values();
    }

    JobView job(String key) {
        return jobs.computeIfAbsent(key, JobView::new);
    }

    /** What a call weighs in the windows that count items. */
    int weightOf(WireCall call) {
        Seen.Attempt attempt = job(call.jobKey()).attemptOf.get(call.seq());
        return attempt == null ? 1 : attempt.weight();
    }

    /** Calls by sender, each in order of arrival. */
    Map<String, List<WireCall>> callsBySender() {
        Map<String, List<WireCall>> bySender = new TreeMap<>();
        calls.forEach(call ->
                bySender.computeIfAbsent(call.sender(), s -> new ArrayList<>()).add(call));
        return bySender;
    }
}
