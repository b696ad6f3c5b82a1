package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** From the moment a service hands a request to its producer until the API has read the head of the call. */
public final class Latency implements Scenario {
    private static final int PER_SECOND = 20;
    private static final Bots BOTS = SharedSender.bots(20, 20);
    private static final long FIRST_CHAT = 6_000_000;
    private static final double AIM_P50_MS = 15;
    private static final double AIM_P99_MS = 60;

    private final SharedSender sender;
    private final Rig rig;
    private final SendSizes sizes;

    public Latency(SharedSender sender, SendSizes sizes) {
        this.sender = sender;
        this.rig = sender.rig();
        this.sizes = sizes;
    }

    @Override
    public void run(Findings into) {
        rig.progress()
                .say(
                        "latency at %d requests/s for %d s",
                        PER_SECOND, sizes.latency().toSeconds());
        rig.api().roundTrip(Duration.ZERO);
        long before = rig.api().stats().requests();
        long[] written = write();
        Wait.until(
                "the sends of the latency part",
                Duration.ofSeconds(30),
                100,
                () -> rig.api().stats().requests() >= before + written.length);
        Map<Long, Long> arrived = Arrivals.of(rig, BOTS, before).nanosByChat();
        List<Double> ms = new ArrayList<>();
        for (int n = 0; n < written.length; n++) {
            Long at = arrived.get(FIRST_CHAT + n);
            if (at == null) {
                into.fault("request " + n + " of the latency part was not sent");
                return;
            }
            ms.add((at - written[n]) / 1e6);
        }
        Samples samples = new Samples(ms);
        String what = "request to wire at %d/s: ".formatted(PER_SECOND);
        into.add(new Figure(what + "p50", "ms", 1, Aim.atMost(AIM_P50_MS), samples.percentile(0.50), samples, ""));
        into.add(new Figure(
                what + "p99",
                "ms",
                1,
                Aim.atMost(AIM_P99_MS),
                samples.percentile(0.99),
                Samples.of(samples.percentile(0.99)),
                ""));
    }

    /** Writes at an even pace, and notes when each request was handed over. */
    private long[] write() {
        int total = Math.toIntExact(PER_SECOND * sizes.latency().toSeconds());
        long[] written = new long[total];
        long start = System.nanoTime();
        try (Requests requests = sender.requests(0)) {
            for (int n = 0; n < total; n++) {
                long due = start + n * TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                written[n] = System.nanoTime();
                requests.message(BOTS.first() + n % BOTS.count(), FIRST_CHAT + n, Priority.REPLY);
            }
            requests.flush();
        }
        return written;
    }
}
