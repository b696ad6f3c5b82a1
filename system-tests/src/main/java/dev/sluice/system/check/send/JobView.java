package dev.sluice.system.check.send;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One job as everything tells of it. */
final class JobView {
    /** The API's wall clock is anchored once, at a whole millisecond. */
    private static final long ANCHOR_MICROS = 5_000;

    final String key;
    final List<Seen.Attempt> attempts = new ArrayList<>();
    final List<WireCall> calls = new ArrayList<>();
    final List<Seen.Outcome> outcomes = new ArrayList<>();
    final List<Seen.Command> commands = new ArrayList<>();
    final Map<Long, Seen.Result> results = new HashMap<>();

    /** The call that an attempt made, and the other way round. */
    final Map<Long, WireCall> callOf = new HashMap<>();

    final Map<Long, Seen.Attempt> attemptOf = new HashMap<>();
    Seen.@Nullable Request request;

    JobView(String key) {
        this.key = key;
    }

    /** The first result of an attempt that speaks of a call counts before one that says that there was none. */
    void add(Seen.Result result) {
        results.merge(result.grantId(), result, (old, now) -> old.deniesCall() && !now.deniesCall() ? now : old);
    }

    /**
     * Says which attempt made which call, as well as can be told from times: each at most one, stored before the call, and
     * none whose dispatcher says that it made none. What is left over was made by no attempt.
     */
    void match() {
        attempts.sort(Comparator.comparingLong(Seen.Attempt::position));
        calls.sort(Comparator.comparingLong(WireCall::headNanos));
        for (WireCall call : calls) {
            for (int i = attempts.size() - 1; i >= 0 && !attemptOf.containsKey(call.seq()); i--) {
                Seen.Attempt attempt = attempts.get(i);
                Seen.Result result = results.get(attempt.grantId());
                boolean mayHave = attempt.atMs() * 1_000 <= call.headMicros() + ANCHOR_MICROS
                        && !callOf.containsKey(attempt.grantId())
                        && (result == null || !result.deniesCall());
                if (mayHave) {
                    attemptOf.put(call.seq(), attempt);
                    callOf.put(attempt.grantId(), call);
                }
            }
        }
    }

    Optional<Seen.Outcome> end() {
        return outcomes.stream().filter(Seen.Outcome::isTerminal).findFirst();
    }

    Optional<Seen.Result> resultOf(Seen.Attempt attempt) {
        return Optional.ofNullable(results.get(attempt.grantId()));
    }

    /** The outcome that an attempt came to, when it says so. */
    Optional<Seen.Outcome> outcomeOf(Seen.Attempt attempt) {
        return outcomes.stream()
                .filter(outcome -> outcome.attempt() == attempt.attempt() && outcome.attempt() > 0)
                .findFirst();
    }
}
