package dev.sluice.system.bench.ingest;

import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.SluiceProcess;
import dev.sluice.system.bench.rig.TokenDir;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The one warm poller that the scenarios about throughput and delay use, one after the other, with bots of their own. */
public final class SharedPoller implements AutoCloseable {
    static final String PREFIX = "bench.";

    /** It looks at its token directory every 5 s, spaces first polls out, and the machine may be busy. */
    private static final Duration ADOPTED = Duration.ofSeconds(40);

    private static final Bots WARM_UP = Bots.of(100_001, 50);
    private static final long SEED = 7;

    /** Pending updates that a refill keeps: one batch that waits for its confirmation, and more than one behind it. */
    static final int LEVEL = 400;

    private final Rig rig;
    private final TokenDir tokens;
    private final SluiceProcess poller;
    private final List<Bots> everBots = new ArrayList<>();

    private SharedPoller(Rig rig, TokenDir tokens, SluiceProcess poller) {
        this.rig = rig;
        this.tokens = tokens;
        this.poller = poller;
    }

    /** Starts it, with topics of its own, and keeps it busy for a while. */
    public static SharedPoller start(Rig rig, Duration warmUp) {
        rig.createTopics(PREFIX, Topics.ownedByIngest());
        TokenDir tokens = rig.tokenDir("shared");
        rig.api().registerBots(WARM_UP.first(), WARM_UP.count());
        tokens.add(WARM_UP.ids());
        SharedPoller shared = new SharedPoller(
                rig, tokens, rig.poller("poller", PREFIX, tokens).start().awaitReady());
        shared.everBots.add(WARM_UP);
        shared.warmUp(warmUp);
        return shared;
    }

    Rig rig() {
        return rig;
    }

    SluiceProcess poller() {
        return poller;
    }

    MetricsPage metrics() {
        return poller.metrics();
    }

    String updatesTopic() {
        return new Names(PREFIX).topic(Topics.UPDATES);
    }

    /** Gives it more bots and waits until their polls hang at the API. */
    void add(Bots bots) {
        introduce(bots);
        rig.awaitWaiting(bots, ADOPTED);
    }

    /** Gives it more bots; their first polls are under way when it has seen them. */
    void introduce(Bots bots) {
        rig.api().registerBots(bots.first(), bots.count());
        everBots.add(bots);
        tokens.add(bots.ids());
    }

    /** Takes bots away again; their polls end when the poller looks. */
    void remove(Bots bots) {
        tokens.remove(bots.ids());
    }

    /** From now on these bots always have more than they are asked for. */
    void heat(Bots bots) {
        rig.api().refill(bots.ids(), LEVEL, SEED);
        // a refill happens when a call comes in; the polls that hang need something to come back for
        rig.api().preloadShared(bots.ids(), 1, SEED);
    }

    /** Ends it, and waits until what was pending is confirmed. */
    void cool(Bots bots) {
        rig.api().refill(bots.ids(), 0, SEED);
        rig.awaitWaiting(bots, ADOPTED);
    }

    /** Updates that Sluice should have stored and has not, by its own count; call it when all is quiet. */
    public long missing() {
        long generated = rig.api().bots().stream()
                .filter(bot -> everBots.stream().anyMatch(bots -> bots.has(bot.botId())))
                .mapToLong(bot -> bot.generated())
                .sum();
        return generated - (long) metrics().sum("sluice_ingest_updates_total");
    }

    private void warmUp(Duration time) {
        rig.progress().say("warming up for %d s", time.toSeconds());
        rig.awaitWaiting(WARM_UP, ADOPTED);
        rig.api().roundTrip(Duration.ofMillis(5));
        heat(WARM_UP);
        Wait.pause(time);
        cool(WARM_UP);
        remove(WARM_UP);
    }

    @Override
    public void close() {
        poller.close();
    }
}
