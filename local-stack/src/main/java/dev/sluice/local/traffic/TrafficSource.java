package dev.sluice.local.traffic;

import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjLongConsumer;

/** Makes updates at a rate, spread over bots, on a thread of its own until it is stopped. */
public final class TrafficSource implements AutoCloseable {

    private static final long LONGEST_PAUSE_NANOS = 50_000_000L;

    /** At high rates updates come in small groups: waking up for each alone would cost more than making it. */
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000L;

    private final Thread thread;
    private volatile boolean stopped;

    private TrafficSource(
            List<Long> bots, double perSecond, long seed, int circles, ObjLongConsumer<GeneratedUpdate> sink) {
        List<BotTraffic> traffic =
                bots.stream().map(bot -> new BotTraffic(bot, seed, circles)).toList();
        thread = new Thread(() -> run(bots, traffic, perSecond, seed, sink), "botapi-traffic");
        thread.setDaemon(true);
    }

    /**
     * Starts making updates.
     *
     * @param circles of chats that each bot has, see {@link BotTraffic}
     * @param sink takes each update and the id of its bot
     */
    public static TrafficSource start(
            List<Long> bots, double perSecond, long seed, int circles, ObjLongConsumer<GeneratedUpdate> sink) {
        TrafficSource source = new TrafficSource(bots, perSecond, seed, circles, sink);
        source.thread.start();
        return source;
    }

    private void run(
            List<Long> bots,
            List<BotTraffic> traffic,
            double perSecond,
            long seed,
            ObjLongConsumer<GeneratedUpdate> sink) {
        Random random = new Random(seed);
        Pacer pacer = new Pacer(perSecond, System.nanoTime());
        while (!stopped) {
            long nowMs = System.currentTimeMillis();
            for (int due = pacer.due(System.nanoTime()); due > 0 && !stopped; due--) {
                int bot = random.nextInt(bots.size());
                sink.accept(traffic.get(bot).next(nowMs), bots.get(bot));
            }
            LockSupport.parkNanos(this, Math.max(SHORTEST_PAUSE_NANOS, pacer.waitNanos(LONGEST_PAUSE_NANOS)));
        }
    }

    /** Stops, and returns when the last update has been handed over. */
    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
