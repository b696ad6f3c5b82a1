package dev.sluice.system.bench.send;

import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.measure.Samples;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.BareSender;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * 200 bots with 50 messages to 50 chats each, limits lifted, against a loop that only makes the calls, in turn, each idle while
 * the other is measured.
 */
public final class FanOut implements Scenario {
    private static final Bots BOTS = Bots.of(310_001, 200);
    private static final int CHATS = 50;
    private static final Duration SLOW = Duration.ofMillis(50);
    private static final double AIM_PER_SECOND = 4_000;
    private static final double AIM_CPU_SECONDS = 0.45;
    private static final double FULL = 0.9;

    private final Rig rig;
    private final SendSizes sizes;

    public FanOut(Rig rig, SendSizes sizes) {
        this.rig = rig;
        this.sizes = sizes;
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("fan-out: starting a sender without limits and a bare loop");
        rig.api().roundTrip(Duration.ZERO);
        try (LimitlessSender sender = LimitlessSender.start(rig, "fanout", BOTS);
                BareSender bare = BareSender.start(rig, BOTS);
                Requests requests = sender.requests()) {
            measure(Duration.ZERO, sender, requests, bare, into);
            measure(SLOW, sender, requests, bare, into);
            MetricsPage metrics = sender.metrics();
            into.raw("results", metrics.sum("sluice_outbound_results_total"));
            into.raw("returned", metrics.sum("sluice_outbound_returned_total"));
            into.raw(
                    "attempts_per_position_commit",
                    metrics.sum("sluice_outbound_taken_attempts_sum")
                            / metrics.sum("sluice_outbound_taken_attempts_count"));
        }
    }

    private void measure(
            Duration roundTrip, LimitlessSender sender, Requests requests, BareSender bare, Findings into) {
        rig.api().roundTrip(roundTrip);
        int open = roundTrip.isZero() ? 32 : 512;
        List<FanOutRound> rounds = new ArrayList<>();
        List<Double> bareRates = new ArrayList<>();
        List<Double> bareCpu = new ArrayList<>();
        for (int n = 1 - sizes.fanOutWarmUps(); n <= sizes.fanOutRounds(); n++) {
            FanOutRound round = FanOutRound.run(rig, sender, requests, BOTS, CHATS);
            double cpu = cpu(bare);
            BareSender.Run loop = bare.run(BOTS.count() * CHATS, open);
            double loopCpu = (cpu(bare) - cpu) * 1000 / loop.sends();
            rig.progress()
                    .say(
                            "fan-out at %d ms%s: %,.0f sends/s, CPU %.3f s per 1,000; bare loop %,.0f/s, %.3f s",
                            roundTrip.toMillis(),
                            n < 1 ? " (warm-up)" : "",
                            round.sendsPerSecond(),
                            round.cpuPer1000(),
                            loop.sendsPerSecond(),
                            loopCpu);
            if (round.wrong() > 0) {
                into.fault(round.wrong() + " requests were not sent exactly once");
            }
            if (n >= 1) {
                rounds.add(round);
                bareRates.add(loop.sendsPerSecond());
                bareCpu.add(loopCpu);
            }
        }
        report(roundTrip, rounds, Samples.of(bareRates), Samples.of(bareCpu), into);
    }

    private static void report(
            Duration roundTrip, List<FanOutRound> rounds, Samples bareRates, Samples bareCpu, Findings into) {
        String what = "200 bots x 50 messages, replies after %d ms: ".formatted(roundTrip.toMillis());
        into.add(Figure.median(
                        what + "sends", "/s", 0, Aim.atLeast(AIM_PER_SECOND), of(rounds, FanOutRound::sendsPerSecond))
                .withNote(whatBinds(rounds)));
        into.add(Figure.median(
                what + "CPU of sender and broker per 1,000 sends",
                "s",
                3,
                Aim.atMost(AIM_CPU_SECONDS),
                of(rounds, FanOutRound::cpuPer1000)));
        into.add(Figure.median(
                what + "CPU of the sender alone per 1,000", "s", 3, null, of(rounds, FanOutRound::senderCpuPer1000)));
        into.add(Figure.median(
                what + "CPU of the simulator per 1,000", "s", 3, null, of(rounds, FanOutRound::simulatorCpuPer1000)));
        into.add(Figure.median(what + "bare HttpClient 5 loop", "/s", 0, null, bareRates));
        into.add(Figure.median(what + "CPU of the bare loop per 1,000", "s", 3, null, bareCpu));
        into.add(Figure.single(
                what + "Sluice ÷ bare loop",
                "",
                3,
                null,
                of(rounds, FanOutRound::sendsPerSecond).median() / bareRates.median()));
        into.raw(
                "rounds_at_" + roundTrip.toMillis() + "_ms",
                rounds.stream().map(FanOutRound::raw).toList());
    }

    private static String whatBinds(List<FanOutRound> rounds) {
        double cores = of(rounds, FanOutRound::coresWhileSending).median();
        int all = Runtime.getRuntime().availableProcessors();
        return String.format(
                Locale.ROOT,
                "%s; %.2f of %d cores were busy with sender, broker and simulator, which take %.0f, %.0f and %.0f %% of it",
                cores > FULL * all ? "the CPU binds" : "not the CPU but waiting binds",
                cores,
                all,
                share(rounds, FanOutRound::senderCpu),
                share(rounds, FanOutRound::brokerCpu),
                share(rounds, FanOutRound::simulatorCpu));
    }

    private static double share(List<FanOutRound> rounds, ToDoubleFunction<FanOutRound> part) {
        double all = rounds.stream()
                .mapToDouble(round -> round.senderCpu() + round.brokerCpu() + round.simulatorCpu())
                .sum();
        return 100 * rounds.stream().mapToDouble(part).sum() / all;
    }

    private static Samples of(List<FanOutRound> rounds, ToDoubleFunction<FanOutRound> figure) {
        return Samples.of(rounds.stream().mapToDouble(figure).toArray());
    }

    private static double cpu(BareSender bare) {
        return ProcessUsage.cpuOf(bare.pid()).toMillis() / 1e3;
    }
}
