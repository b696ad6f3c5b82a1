package dev.sluice.system.bench.ingest;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatorClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The times within a window at which bots had no getUpdates at the API, from the ledger. */
final class PollGaps {
    private final Map<Long, Long> longestNanos = new HashMap<>();
    private long answered;

    private PollGaps() {}

    /** @param afterSeq before the first call of any of the bots */
    static PollGaps of(SimulatorClient api, long afterSeq, long fromNanos, long toNanos) {
        try (Stream<LedgerCall> calls = api.calls(afterSeq)) {
            return of(calls.filter(call -> call.method().equals("getUpdates")).toList(), fromNanos, toNanos);
        }
    }

    static PollGaps of(List<LedgerCall> polls, long fromNanos, long toNanos) {
        Map<Long, List<LedgerCall>> byBot = new HashMap<>();
        for (LedgerCall poll : polls) {
            if (poll.receivedNanos() < toNanos) {
                byBot.computeIfAbsent(poll.botId(), bot -> new ArrayList<>()).add(poll);
            }
        }
        PollGaps gaps = new PollGaps();
        byBot.forEach((bot, calls) -> gaps.add(bot, calls, fromNanos, toNanos));
        return gaps;
    }

    private void add(long bot, List<LedgerCall> calls, long fromNanos, long toNanos) {
        long longest = 0;
        for (int n = 0; n < calls.size(); n++) {
            long end = calls.get(n).answeredNanos();
            long next = n + 1 < calls.size() ? calls.get(n + 1).receivedNanos() : toNanos;
            if (end != 0 && end < toNanos && next > fromNanos) {
                longest = Math.max(longest, next - end);
                answered++;
            }
        }
        longestNanos.put(bot, longest);
    }

    /** How many bots had a gap longer than this. */
    long botsWithout(Duration longerThan) {
        return longestNanos.values().stream()
                .filter(nanos -> nanos > longerThan.toNanos())
                .count();
    }

    Duration longest() {
        return Duration.ofNanos(
                longestNanos.values().stream().mapToLong(Long::longValue).max().orElse(0));
    }

    /** Polls that were answered in the window. */
    long answered() {
        return answered;
    }
}
