package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
import dev.sluice.system.bench.measure.LiveHeap;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;

/** A million chats get a message each; afterwards nothing of them may stay in memory. */
public final class IdleChats implements Scenario {
    private static final Bots BOTS = Bots.of(330_001, 200);
    private static final long FIRST_CHAT = 20_000_000;
    private static final int FEW = 2_000;
    private static final int GROUP = 20_000;
    private static final double MB = 1024 * 1024;

    /** A bit for each chat would be an eighth of a megabyte; what is kept is caches that were empty before. */
    private static final double AIM_MB = 32;

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** Longer than a chat's window of a second and than the pace at which idle chats are forgotten. */
    private static final Duration FORGET = Duration.ofSeconds(5);

    private final Rig rig;
    private final SendSizes sizes;

    public IdleChats(Rig rig, SendSizes sizes) {
        this.rig = rig;
        this.sizes = sizes;
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("idle chats: starting a sender without limits");
        rig.api().roundTrip(Duration.ZERO);
        try (LimitlessSender sender = LimitlessSender.start(rig, "chats", BOTS);
                Requests requests = sender.requests()) {
            send(sender, requests, 0, FEW);
            double before = heap(sender);
            for (int from = FEW; from < sizes.idleChats(); from += GROUP) {
                send(sender, requests, from, Math.min(GROUP, sizes.idleChats() - from));
            }
            double after = heap(sender);
            String what = "%,d chats that were sent to and are idle: ".formatted(sizes.idleChats());
            into.add(Figure.single(what + "heap that they keep", "MB", 1, Aim.atMost(AIM_MB), after - before)
                    .withNote(
                            "%.1f MB in use after a collection, %.1f MB with %,d chats".formatted(after, before, FEW)));
            into.raw("heap_mb_with_few", before);
            into.raw("heap_mb_with_all", after);
        }
    }

    private void send(LimitlessSender sender, Requests requests, int from, int count) {
        long before = rig.api().stats().requests();
        for (int n = from; n < from + count; n++) {
            requests.message(BOTS.first() + n % BOTS.count(), FIRST_CHAT + n, Priority.REPLY);
        }
        requests.flush();
        Wait.until(
                "the sends to " + count + " chats",
                DEADLINE,
                50,
                () -> rig.api().stats().requests() >= before + count);
        if (from / (5 * GROUP) != (from + count) / (5 * GROUP)) {
            rig.progress().say("idle chats: %,d of %,d", from + count, sizes.idleChats());
        }
    }

    private double heap(LimitlessSender sender) {
        Wait.pause(FORGET);
        return LiveHeap.bytes(sender.pid()) / MB;
    }
}
