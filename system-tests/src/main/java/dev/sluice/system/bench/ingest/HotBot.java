package dev.sluice.system.bench.ingest;

import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.system.bench.compare.FetchOnlyMain;
import dev.sluice.system.bench.measure.Samples;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One bot that always has more: Sluice against a loop that stores nothing, in turn, each with a bot of its own and idle
 * while the other is measured.
 */
public final class HotBot implements Scenario {
    private static final Bots SLUICE = Bots.of(110_001, 1);
    private static final Bots FETCH_ONLY = Bots.of(120_001, 1);

    /** Round trip in milliseconds, and what Sluice is to reach of the bare loop. */
    private static final Map<Integer, Double> AIMS = new LinkedHashMap<>();

    static {
        AIMS.put(25, 0.90);
        AIMS.put(10, 0.78);
    }

    /** From the first update until the loop goes round evenly. */
    private static final Duration RUN_UP = Duration.ofMillis(300);

    private final SharedPoller sluice;
    private final Rig rig;
    private final Sizes sizes;

    public HotBot(SharedPoller sluice, Sizes sizes) {
        this.sluice = sluice;
        this.rig = sluice.rig();
        this.sizes = sizes;
    }

    @Override
    public void run(Findings into) {
        sluice.add(SLUICE);
        rig.api().registerBots(FETCH_ONLY.first(), 1);
        try (ChildJvm ignored = ChildJvm.of(FetchOnlyMain.class)
                .name("fetch-only")
                .logDirectory(rig.dir())
                .jvmOptions(Rig.POLLER_HEAP)
                .args(rig.apiUrl(), Long.toString(FETCH_ONLY.first()))
                .start()) {
            rig.awaitWaiting(FETCH_ONLY, Duration.ofSeconds(20));
            rig.api().roundTrip(Duration.ZERO);
            // One bot takes other ways through the code than many do, and the compilers of four processes that still
            // work on
            // them are seen in the figures (25 ms: ratio 0.87 after 3 s, 0.90 after this).
            for (Bots bot : List.of(FETCH_ONLY, SLUICE)) {
                window(bot, sizes.warmUp());
            }
            AIMS.forEach((roundTripMs, aim) -> measure(roundTripMs, aim, into));
        }
        sluice.remove(SLUICE);
    }

    private void measure(int roundTripMs, double aim, Findings into) {
        rig.api().roundTrip(Duration.ofMillis(roundTripMs));
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> ourTurn = new ArrayList<>();
        List<Double> bareTurn = new ArrayList<>();
        for (int pair = 1; pair <= sizes.hotPairs(); pair++) {
            PollWindow a = window(SLUICE, sizes.hotWindow());
            PollWindow b = window(FETCH_ONLY, sizes.hotWindow());
            if (a.fullShare() < 1 || b.fullShare() < 1) {
                into.fault("the bot was not hot: " + a.fullShare() + " and " + b.fullShare()
                        + " of the answers were full");
            }
            ours.add(a.updatesPerSecond());
            bare.add(b.updatesPerSecond());
            ratios.add(a.updatesPerSecond() / b.updatesPerSecond());
            ourTurn.addAll(a.turnaroundMs().values());
            bareTurn.addAll(b.turnaroundMs().values());
            rig.progress()
                    .say(
                            "hot bot, %d ms: %,.0f/s, fetch-only %,.0f/s, ratio %.3f",
                            roundTripMs,
                            a.updatesPerSecond(),
                            b.updatesPerSecond(),
                            a.updatesPerSecond() / b.updatesPerSecond());
        }
        String what = "hot bot at " + roundTripMs + " ms round trip: ";
        into.add(Figure.median(what + "Sluice ÷ fetch-only", "", 3, Aim.atLeast(aim), Samples.of(ratios)));
        into.add(Figure.median(what + "committed updates", "/s", 0, null, Samples.of(ours)));
        into.add(Figure.median(what + "fetched updates, fetch-only", "/s", 0, null, Samples.of(bare)));
        into.add(Figure.median(what + "answer to next poll, Sluice", "ms", 2, null, Samples.of(ourTurn)));
        into.add(Figure.median(what + "answer to next poll, fetch-only", "ms", 2, null, Samples.of(bareTurn)));
    }

    private PollWindow window(Bots bot, Duration length) {
        SimulatorClient api = rig.api();
        long seq = api.stats().requests();
        sluice.heat(bot);
        Wait.pause(RUN_UP);
        long from = System.nanoTime();
        Wait.pause(length);
        long to = System.nanoTime();
        sluice.cool(bot);
        return PollWindow.read(api, bot.first(), seq, from, to);
    }
}
