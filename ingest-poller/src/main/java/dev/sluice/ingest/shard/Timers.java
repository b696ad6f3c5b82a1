package dev.sluice.ingest.shard;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * At most one timer per bot, on the owner thread, so that waiting costs no thread. Times are those of {@link
 * System#nanoTime()}. A timer that was set again or cleared stays in the queue and is passed over when it comes up.
 */
final class Timers {
    private record Timer(long dueNanos, long serial, BotLoop bot) {}

    private final PriorityQueue<Timer> queue = new PriorityQueue<>(Comparator.comparingLong(Timer::dueNanos));

    void set(BotLoop bot, long dueNanos) {
        bot.timerSerial++;
        queue.add(new Timer(dueNanos, bot.timerSerial, bot));
    }

    void clear(BotLoop bot) {
        bot.timerSerial++;
    }

    /** When the next timer is due, or {@code ifNone}. */
    long nextDueNanos(long ifNone) {
        Timer head = queue.peek();
        return head == null ? ifNone : Math.min(ifNone, head.dueNanos);
    }

    /** A bot whose timer is due, which is then gone; null when there is none. */
    @Nullable
    BotLoop pollDue(long nowNanos) {
        for (Timer head = queue.peek(); head != null && head.dueNanos <= nowNanos; head = queue.peek()) {
            queue.remove();
            if (head.serial == head.bot.timerSerial) {
                return head.bot;
            }
        }
        return null;
    }
}
