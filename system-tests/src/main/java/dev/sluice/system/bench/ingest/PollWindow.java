package dev.sluice.system.bench.ingest;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.system.bench.measure.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The polls of one bot within a window, from the ledger: a poll with the next offset says that the batch before it is
 * dealt with, so the time between two polls is one whole cycle.
 */
record PollWindow(List<LedgerCall> polls) {

    /**
     * @param afterSeq only calls after this one; the number of calls so far is the last one's
     * @param fromNanos calls that arrived from here on, by the machine's monotonic clock, which all processes share
     */
    static PollWindow read(SimulatorClient api, long botId, long afterSeq, long fromNanos, long toNanos) {
        try (Stream<LedgerCall> calls = api.calls(afterSeq)) {
            return new PollWindow(calls.filter(call -> call.botId() == botId
                            && call.method().equals("getUpdates")
                            && call.receivedNanos() >= fromNanos
                            && call.receivedNanos() < toNanos)
                    .sorted(Comparator.comparingLong(LedgerCall::receivedNanos))
                    .toList());
        }
    }

    /** Updates per second, over whole cycles only. */
    double updatesPerSecond() {
        if (polls.size() < 2) {
            throw new IllegalStateException("fewer than two polls in a window: the poller does not poll");
        }
        LedgerCall last = polls.get(polls.size() - 1);
        long updates = polls.stream()
                .limit(polls.size() - 1L)
                .mapToLong(call -> call.returned().count())
                .sum();
        return updates * 1e9 / (last.receivedNanos() - polls.get(0).receivedNanos());
    }

    /** From each answer to the poll that confirms it, in milliseconds: all that is the poller's own doing. */
    Samples turnaroundMs() {
        List<Double> all = new ArrayList<>();
        for (int n = 1; n < polls.size(); n++) {
            all.add((polls.get(n).receivedNanos() - polls.get(n - 1).answeredNanos()) / 1e6);
        }
        return new Samples(all);
    }

    /** The share of answers that were full, which has to be 1 for a bot that always has more. */
    double fullShare() {
        long full = polls.stream()
                .limit(polls.size() - 1L)
                .filter(call -> call.returned().count() == 100)
                .count();
        return (double) full / (polls.size() - 1);
    }
}
