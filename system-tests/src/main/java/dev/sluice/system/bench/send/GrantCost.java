package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.SluiceProcess;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * CPU of a sender for each of its sends, while as many new jobs come in as go out, so that the backlog stays as it is. The bot
 * has a limit, so that one backlog is granted as fast as another.
 */
final class GrantCost {
    /** The bot's limit: enough that idling does not count, and less than the sender can do. */
    static final int PER_SECOND = 300;

    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    /** Until sends flow. */
    private static final Duration RUN_UP = Duration.ofSeconds(3);

    private final Rig rig;
    private final SluiceProcess sender;
    private final Requests requests;
    private final Duration window;

    GrantCost(Rig rig, SluiceProcess sender, Requests requests, Duration window) {
        this.rig = rig;
        this.sender = sender;
        this.requests = requests;
        this.window = window;
    }

    /**
     * Milliseconds of CPU for each send.
     *
     * @param nextChat of the jobs that come in
     * @param backlog of this bot, for the progress
     */
    double of(long bot, long nextChat, int backlog) {
        long chat = feed(bot, nextChat, RUN_UP);
        long sends = rig.api().stats().requests();
        Duration cpu = ProcessUsage.cpuOf(sender.pid());
        feed(bot, chat, window);
        long sent = rig.api().stats().requests() - sends;
        double ms = (ProcessUsage.cpuOf(sender.pid()).minus(cpu)).toMillis() / (double) sent;
        rig.progress()
                .say(
                        "backlog of %,d: %.3f ms of CPU per send at %.0f sends/s",
                        backlog, ms, sent / (window.toMillis() / 1e3));
        return ms;
    }

    private long feed(long bot, long firstChat, Duration time) {
        long chat = firstChat;
        long start = System.nanoTime();
        for (long now = start; now - start < time.toNanos(); now = System.nanoTime()) {
            long due = firstChat + (now - start) * PER_SECOND / 1_000_000_000L;
            while (chat < due) {
                requests.message(bot, chat++, Priority.BULK);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return chat;
    }
}
