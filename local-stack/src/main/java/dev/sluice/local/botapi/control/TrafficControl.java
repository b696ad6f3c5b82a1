package dev.sluice.local.botapi.control;

import dev.sluice.local.botapi.core.UpdateBytes;
import dev.sluice.local.botapi.engine.BotEntry;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.traffic.BotTraffic;
import dev.sluice.local.traffic.GeneratedUpdate;
import dev.sluice.local.traffic.TrafficSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Makes updates for the bots of one server: continuously, in advance, or as fast as they are fetched. */
public final class TrafficControl implements AutoCloseable {

    private static final int POOL_SIZE = 256;

    private final Engine engine;
    private @Nullable TrafficSource source;

    public TrafficControl(Engine engine) {
        this.engine = engine;
    }

    /** Starts traffic at a rate over these bots; traffic that runs is stopped first. */
    public synchronized void start(List<BotEntry> bots, double perSecond, long seed, int circles) {
        stop();
        List<Long> ids = bots.stream().map(BotEntry::botId).toList();
        if (ids.isEmpty() || perSecond <= 0) {
            return;
        }
        source = TrafficSource.start(
                ids,
                perSecond,
                seed,
                circles,
                (update, bot) -> engine.bot(bot).ifPresent(entry -> push(entry, update)));
    }

    /** Stops traffic, and returns when the last update is queued. */
    public synchronized void stop() {
        if (source != null) {
            source.close();
            source = null;
        }
    }

    /** Queues this many updates for each bot at once. */
    public void preload(List<BotEntry> bots, int count, long seed) {
        long nowMs = System.currentTimeMillis();
        for (BotEntry entry : bots) {
            BotTraffic traffic = new BotTraffic(entry.botId(), seed);
            for (int n = 0; n < count; n++) {
                push(entry, traffic.next(nowMs));
            }
        }
    }

    /** The same with a few messages that all bots share: cheap in memory, for benchmarks. */
    public void preloadShared(List<BotEntry> bots, int count, long seed) {
        List<UpdateBytes> pool = pool(seed);
        for (BotEntry entry : bots) {
            for (int n = 0; n < count; n++) {
                engine.push(entry, "message", pool.get(n % POOL_SIZE), OptionalLong.empty());
            }
        }
    }

    /** Keeps each queue filled up to a level from shared messages, from now on; 0 ends it. */
    public void refill(List<BotEntry> bots, int level, long seed) {
        engine.refill(bots, level == 0 ? List.of() : pool(seed), level);
    }

    private static List<UpdateBytes> pool(long seed) {
        BotTraffic traffic = new BotTraffic(0, seed);
        long nowMs = System.currentTimeMillis();
        List<UpdateBytes> pool = new ArrayList<>();
        while (pool.size() < POOL_SIZE) {
            GeneratedUpdate update = traffic.next(nowMs);
            if (update.kind().equals("message") && update.bytes().isFragment()) {
                pool.add(update.bytes());
            }
        }
        return pool;
    }

    private void push(BotEntry entry, GeneratedUpdate update) {
        engine.push(entry, update.kind(), update.bytes(), update.date());
    }

    @Override
    public void close() {
        stop();
    }
}
