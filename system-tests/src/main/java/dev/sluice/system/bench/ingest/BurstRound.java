package dev.sluice.system.bench.ingest;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.model.Topics;
import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.measure.VisibleEnd;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One round of the burst.
 *
 * @param updates stored in it
 * @param seconds from the first answer with updates until the last of them was visible to a read_committed reader
 * @param pollerCpu seconds of CPU, from the release until all is quiet again; the same for broker and simulator
 * @param groups the transactions that it took
 */
record BurstRound(
        long updates, double seconds, double pollerCpu, double brokerCpu, double simulatorCpu, GroupSizes groups) {
    /** How exactly the end is seen; asking more often would cost the broker more than it shows. */
    private static final long WATCH_MS = 4;

    private static final long LOOK_MS = 50;

    /** Markers are written, connections are quiet, and what is left of the work has been paid for. */
    private static final Duration AFTERMATH = Duration.ofMillis(400);

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /**
     * Lets the held polls go, and watches what follows.
     *
     * @param rule that holds the first polls of these bots; the plan in force has it no more
     * @param callsBefore number of calls before the first of these bots
     */
    static BurstRound run(SharedPoller sluice, Bots bots, int updatesPerBot, String rule, long callsBefore) {
        Rig rig = sluice.rig();
        long total = (long) bots.count() * updatesPerBot;
        MetricsPage before = sluice.metrics();
        Wait.pause(AFTERMATH);
        try (VisibleEnd visible =
                VisibleEnd.watch(rig.admin(), sluice.updatesTopic(), Topics.UPDATES.partitions(), WATCH_MS)) {
            double poller = cpu(sluice.poller().pid());
            double broker = cpu(rig.brokerPid());
            double simulator = cpu(rig.simulatorPid());
            long confirmed = rig.api().stats().confirmed();
            rig.api().release(rule);
            // the sum over all bots, since it is cheap to ask for; no other bot has updates
            Wait.until(
                    "the burst to be confirmed",
                    DEADLINE,
                    LOOK_MS,
                    () -> rig.api().stats().confirmed() == confirmed + total);
            Wait.pause(AFTERMATH);
            long end = visible.stop();
            return new BurstRound(
                    total,
                    (end - firstAnswer(rig, bots, callsBefore)) / 1e9,
                    cpu(sluice.poller().pid()) - poller,
                    cpu(rig.brokerPid()) - broker,
                    cpu(rig.simulatorPid()) - simulator,
                    GroupSizes.between(before, sluice.metrics()));
        }
    }

    double updatesPerSecond() {
        return updates / seconds;
    }

    /** Of poller and broker together. */
    double cpuPer10k() {
        return (pollerCpu + brokerCpu) * 10_000 / updates;
    }

    double simulatorCpuPer10k() {
        return simulatorCpu * 10_000 / updates;
    }

    Map<String, Object> raw() {
        Map<String, Object> raw = new LinkedHashMap<>();
        raw.put("seconds", seconds);
        raw.put("poller_cpu_seconds", pollerCpu);
        raw.put("broker_cpu_seconds", brokerCpu);
        raw.put("simulator_cpu_seconds", simulatorCpu);
        raw.put("transactions", groups.transactions());
        raw.put("records_per_transaction", groups.mean());
        return raw;
    }

    private static double cpu(long pid) {
        return ProcessUsage.cpuOf(pid).toMillis() / 1e3;
    }

    private static long firstAnswer(Rig rig, Bots bots, long callsBefore) {
        try (Stream<LedgerCall> calls = rig.api().calls(callsBefore)) {
            return calls.filter(
                            call -> bots.has(call.botId()) && call.returned().count() > 0)
                    .mapToLong(LedgerCall::answeredNanos)
                    .min()
                    .orElseThrow(() -> new IllegalStateException("no bot of the burst got an answer"));
        }
    }
}
