package dev.sluice.ingest.shard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for a future with a deadline of {@link System#nanoTime()}, whatever way it ends. */
final class Waiting {
    private Waiting() {}

    /** True when the future has ended, well or badly, before the deadline. */
    static boolean until(CompletableFuture<?> future, long deadlineNanos) {
        try {
            future.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
