package dev.sluice.outbound.topology;

import java.time.Duration;
import java.util.function.BiFunction;
import org.apache.kafka.streams.processor.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * One punctuation at the time that is wanted, instead of many that find nothing: each of them, an empty one too, makes the task
 * commit. One that comes early finds nothing and is set anew.
 */
final class Alarm {
    private final BiFunction<Duration, Runnable, Cancellable> schedule;
    private final Runnable action;
    private @Nullable Cancellable scheduled;
    private long dueMs = Long.MAX_VALUE;

    /** @param schedule calls again and again, every so long, until it is cancelled */
    Alarm(BiFunction<Duration, Runnable, Cancellable> schedule, Runnable action) {
        this.schedule = schedule;
        this.action = action;
    }

    /** Rings at that time, unless it rings before. */
    void at(long wantedMs, long nowMs) {
        if (scheduled != null && dueMs <= wantedMs) {
            return;
        }
        cancel();
        dueMs = wantedMs;
        scheduled = schedule.apply(Duration.ofMillis(Math.max(1, wantedMs - nowMs)), this::ring);
    }

    private void ring() {
        cancel();
        action.run();
    }

    void cancel() {
        Cancellable some = scheduled;
        if (some != null) {
            some.cancel();
            scheduled = null;
        }
    }
}
