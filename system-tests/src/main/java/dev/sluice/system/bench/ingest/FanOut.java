package dev.sluice.system.bench.ingest;

import dev.sluice.model.Topics;
import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.measure.Samples;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.BareProducers;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * 500 bots that always have more: Sluice against bare transactional producers that write the same bytes in the same group
 * sizes to the same broker, in turn, each idle while the other is measured.
 */
public final class FanOut implements Scenario {
    private static final Bots BOTS = Bots.of(140_001, 500);
    private static final String BARE_PREFIX = "bare.";
    private static final Duration ROUND_TRIP = Duration.ofMillis(10);
    private static final double AIM = 0.5;

    /** Until as much is confirmed as is fetched. */
    private static final Duration RUN_UP = Duration.ofSeconds(2);

    private final SharedPoller sluice;
    private final Rig rig;
    private final Sizes sizes;

    public FanOut(SharedPoller sluice, Sizes sizes) {
        this.sluice = sluice;
        this.rig = sluice.rig();
        this.sizes = sizes;
    }

    /** One window of Sluice. */
    private record Window(double updatesPerSecond, GroupSizes groups, double cpuPer10k, double simulatorCpuPer10k) {
        Map<String, Object> raw() {
            Map<String, Object> raw = new LinkedHashMap<>();
            raw.put("updates_per_second", updatesPerSecond);
            raw.put("transactions", groups.transactions());
            raw.put("records_per_transaction", groups.mean());
            return raw;
        }
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("500 hot bots: adopting them");
        rig.api().roundTrip(ROUND_TRIP);
        sluice.add(BOTS);
        Window first = window(sizes.fanOutWindow());
        int shards = Topics.CHECKPOINTS.partitions();
        try (BareProducers bare = BareProducers.start(rig, SharedPoller.PREFIX, BARE_PREFIX, shards)) {
            bare.run(sizes.fanOutWindow(), groupOf(first), 1);
            bare.run(sizes.fanOutWindow().dividedBy(2), groupOf(first), shards);
            measure(bare, shards, into);
        }
        sluice.remove(BOTS);
    }

    private void measure(BareProducers bare, int shards, Findings into) {
        List<Window> ours = new ArrayList<>();
        List<Double> one = new ArrayList<>();
        List<Double> many = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> manyRatios = new ArrayList<>();
        for (int pair = 1; pair <= sizes.fanOutPairs(); pair++) {
            Window a = window(sizes.fanOutWindow());
            double b = bare.run(sizes.fanOutWindow(), groupOf(a), 1).updatesPerSecond();
            double c = bare.run(sizes.fanOutWindow().dividedBy(2), groupOf(a), shards)
                    .updatesPerSecond();
            ours.add(a);
            one.add(b);
            many.add(c);
            ratios.add(a.updatesPerSecond() / b);
            manyRatios.add(a.updatesPerSecond() / c);
            rig.progress()
                    .say(
                            "500 hot bots: %,.0f/s in groups of %.0f records; bare %,.0f/s, %d bare producers %,.0f/s",
                            a.updatesPerSecond(), a.groups().mean(), b, shards, c);
        }
        String what = "500 hot bots at 10 ms round trip: ";
        into.add(Figure.median(what + "Sluice ÷ bare producer", "", 3, Aim.atLeast(AIM), Samples.of(ratios)));
        into.add(Figure.median(
                what + "Sluice ÷ " + shards + " bare producers at once", "", 3, null, Samples.of(manyRatios)));
        into.add(Figure.median(what + "committed updates", "/s", 0, null, of(ours, Window::updatesPerSecond)));
        into.add(Figure.median(what + "bare producer", "/s", 0, null, Samples.of(one)));
        into.add(Figure.median(what + shards + " bare producers at once", "/s", 0, null, Samples.of(many)));
        into.add(Figure.median(
                what + "CPU of poller and broker per 10,000 updates", "s", 3, null, of(ours, Window::cpuPer10k)));
        into.add(Figure.median(
                what + "CPU of the simulator per 10,000 updates", "s", 3, null, of(ours, Window::simulatorCpuPer10k)));
        into.raw("windows", ours.stream().map(Window::raw).toList());
    }

    private Window window(Duration length) {
        sluice.heat(BOTS);
        Wait.pause(RUN_UP);
        MetricsPage before = sluice.metrics();
        Duration cpu = cpu();
        Duration simulatorCpu = ProcessUsage.cpuOf(rig.simulatorPid());
        long confirmed = rig.api().stats().confirmed();
        long from = System.nanoTime();
        Wait.pause(length);
        long updates = rig.api().stats().confirmed() - confirmed;
        double seconds = (System.nanoTime() - from) / 1e9;
        Duration used = cpu().minus(cpu);
        Duration simulatorUsed = ProcessUsage.cpuOf(rig.simulatorPid()).minus(simulatorCpu);
        GroupSizes groups = GroupSizes.between(before, sluice.metrics());
        sluice.cool(BOTS);
        return new Window(
                updates / seconds, groups, used.toMillis() * 10.0 / updates, simulatorUsed.toMillis() * 10.0 / updates);
    }

    private Duration cpu() {
        return ProcessUsage.cpuOf(sluice.poller().pid()).plus(ProcessUsage.cpuOf(rig.brokerPid()));
    }

    private static int groupOf(Window window) {
        return (int) Math.max(1, Math.round(window.groups().mean()));
    }

    private static Samples of(List<Window> windows, ToDoubleFunction<Window> figure) {
        return Samples.of(windows.stream().mapToDouble(figure).toArray());
    }
}
