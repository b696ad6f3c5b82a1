package dev.sluice.ingest.shard;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The owner thread's inbox. Any thread may put; only the owner takes. Bounded by what is under way: one answer per bot
 * (no next request leaves before the last answer was taken) and a handful of control messages.
 */
final class Mailbox {
    private final LinkedBlockingQueue<ShardMessage> messages = new LinkedBlockingQueue<>();

    void put(ShardMessage message) {
        messages.add(message);
    }

    /** The next message, or null when there is none before {@code deadlineNanos} of {@link System#nanoTime()}. */
    @Nullable
    ShardMessage awaitUntil(long deadlineNanos) throws InterruptedException {
        return messages.poll(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** The next message, or null when there is none now. */
    @Nullable
    ShardMessage poll() {
        return messages.poll();
    }
}
