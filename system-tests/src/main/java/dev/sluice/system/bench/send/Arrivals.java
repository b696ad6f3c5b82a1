package dev.sluice.system.bench.send;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Sends as they arrived at the API, in that order: when their heads had been read, on the machine's one monotonic clock.
 *
 * @param calls never empty
 */
record Arrivals(List<LedgerCall> calls) {

    Arrivals {
        calls = calls.stream()
                .sorted(Comparator.comparingLong(LedgerCall::receivedNanos))
                .toList();
    }

    /** Those of some bots, from a call's number on. */
    static Arrivals of(Rig rig, Bots bots, long callsBefore) {
        try (Stream<LedgerCall> calls = rig.api().calls(callsBefore)) {
            return new Arrivals(calls.filter(call -> bots.has(call.botId())).toList());
        }
    }

    Arrivals where(Predicate<LedgerCall> holds) {
        return new Arrivals(calls.stream().filter(holds).toList());
    }

    int count() {
        return calls.size();
    }

    long firstNanos() {
        return calls.get(0).receivedNanos();
    }

    long lastNanos() {
        return calls.get(calls.size() - 1).receivedNanos();
    }

    /** When the call to each chat arrived; the first where there were several. */
    Map<Long, Long> nanosByChat() {
        Map<Long, Long> nanos = new HashMap<>();
        calls.forEach(call -> nanos.putIfAbsent(chatOf(call), call.receivedNanos()));
        return nanos;
    }

    /** How many calls went to a chat of a bot, for each. */
    Map<String, Integer> callsPerChat() {
        Map<String, Integer> counts = new HashMap<>();
        calls.forEach(call -> counts.merge(call.botId() + " " + call.chatId(), 1, Integer::sum));
        return counts;
    }

    /** The most that any stretch of time of this length, wherever it begins, has seen. */
    int mostWithin(Duration length) {
        long[] nanos = nanos();
        int most = 0;
        int from = 0;
        for (int to = 0; to < nanos.length; to++) {
            while (nanos[to] - nanos[from] >= length.toNanos()) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return most;
    }

    /**
     * Calls per second over whole cycles of a window that lets {@code perCycle} of them through: from each of the first cycle's
     * calls to the one in its place in the last cycle, so that neither bursts nor the ends count.
     */
    double perSecond(int perCycle) {
        long[] nanos = nanos();
        int cycles = nanos.length / perCycle - 1;
        if (cycles < 1) {
            throw new IllegalStateException("fewer than two cycles of " + perCycle + " calls: " + nanos.length);
        }
        double seconds = 0;
        for (int n = 0; n < perCycle; n++) {
            seconds += (nanos[n + cycles * perCycle] - nanos[n]) / 1e9;
        }
        return (double) cycles * perCycle * perCycle / seconds;
    }

    private long[] nanos() {
        long[] nanos = calls.stream().mapToLong(LedgerCall::receivedNanos).toArray();
        Arrays.sort(nanos);
        return nanos;
    }

    static long chatOf(LedgerCall call) {
        return Long.parseLong(Objects.requireNonNull(call.chatId(), "a send without a chat"));
    }
}
