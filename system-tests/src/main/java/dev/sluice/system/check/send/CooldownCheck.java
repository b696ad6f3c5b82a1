package dev.sluice.system.check.send;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** O4: no call of a bot between a 429 and its deadline. */
final class CooldownCheck {
    /** CONTRACT: a call counts as inside when its head arrives so long after the 429 was written, or later. */
    private static final long GRACE_MS = 250;

    private static final long NANOS_PER_MS = 1_000_000;

    private final SendHistory history;
    private final SendLimits limits;
    private final List<Stop> stops;
    private final SendReport report;

    CooldownCheck(SendHistory history, SendLimits limits, List<Stop> stops, SendReport report) {
        this.history = history;
        this.limits = limits;
        this.stops = stops;
        this.report = report;
    }

    void check() {
        history.callsBySender()
                .forEach((sender, calls) ->
                        calls.stream().filter(WireCall::isFlood).forEach(flood -> check(flood, calls)));
    }

    private void check(WireCall flood, List<WireCall> calls) {
        long waitMs = flood.retryAfterMs().orElse(limits.unspecifiedPauseMs());
        // a 429 that died with its dispatcher costs at most one call
        int allowed = 1;
        long readable = flood.answeredMicros();
        OptionalLong storedMicros = stored(flood)
                .map(result -> OptionalLong.of(result.atMs() * 1_000))
                .orElse(OptionalLong.empty());
        for (Stop stop : stops) {
            readable = Math.max(readable, stop.readable(flood.answeredMicros(), storedMicros));
        }
        long unreadNanos = (readable - flood.answeredMicros()) * 1_000;
        for (WireCall call : calls) {
            long sinceMs = (call.headNanos() - flood.answeredNanos()) / NANOS_PER_MS;
            if (call.headNanos() < flood.answeredNanos() + unreadNanos + GRACE_MS * NANOS_PER_MS || sinceMs >= waitMs) {
                continue;
            }
            if (wasKnown(flood, call) || allowed-- == 0) {
                report.add(
                        SendViolation.COOLDOWN,
                        call.where() + epoch(call) + " came " + sinceMs + " ms after " + flood.where() + epoch(flood)
                                + " was told to wait " + waitMs + " ms, "
                                + stored(flood)
                                        .map(r -> "stored after " + (r.atMs() - flood.answeredMicros() / 1_000) + " ms")
                                        .orElse("not stored"));
            }
        }
    }

    /** Whether the 429's result was stored well before this call. */
    private boolean wasKnown(WireCall flood, WireCall call) {
        return stored(flood)
                .filter(result -> call.headMicros() / 1_000 - result.atMs() >= GRACE_MS)
                .isPresent();
    }

    /** Whose call it was. */
    private String epoch(WireCall call) {
        return Optional.ofNullable(history.job(call.jobKey()).attemptOf.get(call.seq()))
                .map(attempt -> " (" + attempt.epoch() + ")")
                .orElse("");
    }

    private Optional<Seen.Result> stored(WireCall flood) {
        JobView job = history.job(flood.jobKey());
        return Optional.ofNullable(job.attemptOf.get(flood.seq()))
                .flatMap(job::resultOf)
                .filter(result -> result.kind().equals("flood") || result.kind().equals("held"));
    }
}
