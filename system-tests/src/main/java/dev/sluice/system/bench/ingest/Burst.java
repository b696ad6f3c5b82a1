package dev.sluice.system.bench.ingest;

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
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * 50 fresh bots with 400 updates each, for a warm poller, from the first answer until the last commit can be seen.
 *
 * <p>The bots of all rounds are registered, adopted by the poller and preloaded up front. A fault rule per round holds
 * their first polls at the API; a round begins with the release of its rule, so nothing but the polling itself is timed.
 */
public final class Burst implements Scenario {
    private static final int BOTS = 50;
    private static final int UPDATES = 400;
    private static final long FIRST_ID = 130_001;
    private static final Duration ROUND_TRIP = Duration.ofMillis(10);
    private static final double AIM_PER_SECOND = 45_000;
    private static final double AIM_CPU_SECONDS = 0.45;

    private final SharedPoller sluice;
    private final Rig rig;
    private final Sizes sizes;
    private final int rounds;

    public Burst(SharedPoller sluice, Sizes sizes) {
        this.sluice = sluice;
        this.rig = sluice.rig();
        this.sizes = sizes;
        this.rounds = sizes.burstWarmUps() + sizes.burstRounds();
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("burst: adopting %d bots for %d rounds", rounds * BOTS, rounds);
        rig.api().roundTrip(ROUND_TRIP);
        rig.api().putFaults(holdFrom(1));
        Bots all = Bots.of(FIRST_ID, rounds * BOTS);
        long callsBefore = rig.api().stats().requests();
        sluice.introduce(all);
        rig.api().preloadShared(all.ids(), UPDATES, 7);
        Wait.until(
                "the first polls of the burst's bots",
                Duration.ofSeconds(40),
                100,
                () -> rig.api().held("") == all.count());
        List<BurstRound> measured = new ArrayList<>();
        for (int n = 1; n <= rounds; n++) {
            rig.api().putFaults(holdFrom(n + 1));
            BurstRound round = BurstRound.run(sluice, botsOf(n), UPDATES, ruleOf(n), callsBefore);
            boolean counts = n > sizes.burstWarmUps();
            rig.progress()
                    .say(
                            "burst round %d%s: %,.0f updates/s, CPU %.3f s per 10,000",
                            n, counts ? "" : " (warm-up)", round.updatesPerSecond(), round.cpuPer10k());
            if (counts) {
                measured.add(round);
            }
        }
        rig.api().clearFaults();
        sluice.remove(all);
        report(measured, into);
    }

    private static void report(List<BurstRound> rounds, Findings into) {
        String what = "50 bots x 400 updates at 10 ms round trip: ";
        into.add(Figure.median(
                what + "first answer to last commit visible",
                "updates/s",
                0,
                Aim.atLeast(AIM_PER_SECOND),
                samples(rounds, BurstRound::updatesPerSecond)));
        into.add(Figure.median(
                what + "CPU of poller and broker per 10,000 updates",
                "s",
                3,
                Aim.atMost(AIM_CPU_SECONDS),
                samples(rounds, BurstRound::cpuPer10k)));
        into.add(Figure.median(
                what + "CPU of the simulator per 10,000 updates",
                "s",
                3,
                null,
                samples(rounds, BurstRound::simulatorCpuPer10k)));
        into.raw("rounds", rounds.stream().map(BurstRound::raw).toList());
    }

    private static Samples samples(List<BurstRound> rounds, ToDoubleFunction<BurstRound> of) {
        return Samples.of(rounds.stream().mapToDouble(of).toArray());
    }

    private static Bots botsOf(int round) {
        return Bots.of(FIRST_ID + (long) (round - 1) * BOTS, BOTS);
    }

    private static String ruleOf(int round) {
        return "burst-" + round;
    }

    /** A plan that holds the polls of this round's bots and of all later ones. */
    private String holdFrom(int first) {
        return IntStream.rangeClosed(first, rounds)
                .mapToObj(n ->
                        "{\"name\":\"%s\",\"match\":{\"method\":\"getUpdates\",\"bots\":%s},\"do\":{\"kind\":\"hold\"}}"
                                .formatted(ruleOf(n), botsOf(n).ids()))
                .collect(Collectors.joining(",", "{\"rules\":[", "]}"));
    }
}
