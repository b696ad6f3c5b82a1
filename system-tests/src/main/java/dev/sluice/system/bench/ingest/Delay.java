package dev.sluice.system.bench.ingest;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateKey;
import dev.sluice.system.bench.measure.Samples;
import dev.sluice.system.bench.measure.VisibleReader;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** From the arrival of an update at the API, as its ledger has it, until a read_committed reader holds it in hand. */
public final class Delay implements Scenario {
    private static final int BOTS_PER_RATE = 20;
    private static final Bots FEW = Bots.of(150_001, BOTS_PER_RATE);
    private static final Bots MANY = Bots.of(150_101, BOTS_PER_RATE);
    private static final Duration ROUND_TRIP = Duration.ofMillis(10);

    private final SharedPoller sluice;
    private final Rig rig;
    private final Sizes sizes;

    public Delay(SharedPoller sluice, Sizes sizes) {
        this.sluice = sluice;
        this.rig = sluice.rig();
        this.sizes = sizes;
    }

    @Override
    public void run(Findings into) {
        rig.api().roundTrip(ROUND_TRIP);
        sluice.introduce(MANY);
        sluice.add(FEW);
        rig.awaitWaiting(MANY, Duration.ofSeconds(20));
        measure(20, FEW, sizes.delayFew(), into);
        measure(1_000, MANY, sizes.delayMany(), into);
        sluice.remove(FEW);
        sluice.remove(MANY);
    }

    private void measure(int perSecond, Bots bots, Duration time, Findings into) {
        rig.progress().say("delay at %,d updates/s for %d s", perSecond, time.toSeconds());
        try (VisibleReader reader =
                VisibleReader.start(rig.bootstrapServers(), sluice.updatesTopic(), Topics.UPDATES.partitions())) {
            rig.api().startTraffic(bots.ids(), perSecond, 11);
            Wait.pause(time);
            rig.api().stopTraffic();
            Map<UpdateKey, Long> arrivals = arrivals(bots);
            Wait.until(
                    "all updates to be visible",
                    Duration.ofSeconds(20),
                    () -> reader.seenNanos().keySet().containsAll(arrivals.keySet()));
            Map<UpdateKey, Long> seen = reader.seenNanos();
            List<Double> delays = new ArrayList<>();
            arrivals.forEach((key, nanos) -> delays.add((seen.getOrDefault(key, nanos) - nanos) / 1e6));
            report(perSecond, new Samples(delays), into);
        }
    }

    private static void report(int perSecond, Samples delays, Findings into) {
        String what = "arrival to visible at %,d updates/s, 10 ms round trip: ".formatted(perSecond);
        into.add(new Figure(what + "p50", "ms", 1, null, delays.percentile(0.50), delays, ""));
        into.add(new Figure(
                what + "p99", "ms", 1, null, delays.percentile(0.99), Samples.of(delays.percentile(0.99)), ""));
    }

    /** When each update could first be fetched, on the monotonic clock that all processes of a machine share. */
    private Map<UpdateKey, Long> arrivals(Bots bots) {
        long offset = nanosOfMicros();
        Map<UpdateKey, Long> arrivals = new HashMap<>();
        for (long bot : bots.ids()) {
            try (Stream<LedgerPush> pushes = rig.api().pushes(bot, false)) {
                pushes.forEach(push ->
                        arrivals.put(new UpdateKey(bot, push.updateId()), push.availableMicros() * 1000 + offset));
            }
        }
        return arrivals;
    }

    /** What to add to the ledger's Unix time for its monotonic time; calls are noted in both. */
    private long nanosOfMicros() {
        try (Stream<LedgerCall> calls = rig.api().calls(rig.api().stats().requests() - 100)) {
            LedgerCall call = calls.findFirst().orElseThrow();
            return call.receivedNanos() - call.receivedMicros() * 1000;
        }
    }
}
