package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
import dev.sluice.model.Topics;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.SluiceProcess;
import dev.sluice.system.bench.rig.TokenDir;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;

/** The one warm sender with stock settings that the parts about limits and latency use, with bots of their own. */
public final class SharedSender implements AutoCloseable {
    static final String PREFIX = "bench.";

    private static final Bots BOTS = Bots.of(300_001, 60);
    private static final Bots WARM_UP = Bots.of(300_001, 20);
    private static final int PER_SECOND_AND_BOT = 20;

    private final Rig rig;
    private final SluiceProcess process;

    private SharedSender(Rig rig, SluiceProcess process) {
        this.rig = rig;
        this.process = process;
    }

    /** Starts it, with topics of its own, and keeps it busy for a while. */
    public static SharedSender start(Rig rig, Duration warmUp) {
        rig.createTopics(PREFIX, Topics.usedByOutbound());
        rig.api().registerBots(BOTS.first(), BOTS.count());
        TokenDir tokens = rig.tokenDir("send-shared");
        tokens.add(BOTS.ids());
        SharedSender shared = new SharedSender(
                rig, rig.sender("sender", PREFIX, tokens).start().awaitReady());
        shared.warmUp(warmUp);
        return shared;
    }

    Rig rig() {
        return rig;
    }

    SluiceProcess process() {
        return process;
    }

    /** Bots that it knows and that were not used to warm it up. */
    static Bots bots(int first, int count) {
        return Bots.of(BOTS.first() + WARM_UP.count() + first, count);
    }

    Requests requests(int lingerMs) {
        return new Requests(rig.bootstrapServers(), PREFIX, lingerMs);
    }

    private void warmUp(Duration time) {
        long total = WARM_UP.count() * PER_SECOND_AND_BOT * time.toSeconds();
        rig.progress().say("warming up with %,d messages for some %d s", total, time.toSeconds());
        long before = rig.api().stats().requests();
        try (Requests requests = requests(5)) {
            for (long n = 0; n < total; n++) {
                requests.message(WARM_UP.first() + n % WARM_UP.count(), 5_000_000 + n, Priority.REPLY);
            }
            requests.flush();
        }
        Wait.until(
                "the warm-up's messages",
                time.multipliedBy(3).plusSeconds(30),
                200,
                () -> rig.api().stats().requests() >= before + total);
    }

    @Override
    public void close() {
        process.close();
    }
}
