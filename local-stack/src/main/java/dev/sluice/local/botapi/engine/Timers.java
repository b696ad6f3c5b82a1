package dev.sluice.local.botapi.engine;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The one thread on which everything that is late happens. */
public final class Timers implements AutoCloseable {

    private final ScheduledThreadPoolExecutor executor;

    public Timers() {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "botapi-timer");
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs the task after a while; at once and on the caller's thread when there is nothing to wait for. */
    public void after(long nanos, Runnable task) {
        if (nanos <= 0) {
            task.run();
        } else {
            later(nanos, task);
        }
    }

    /** Runs the task after a while, never on the caller's thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // a task that fails loses one answer, which the ledger then shows
    public void later(long nanos, Runnable task) {
        if (!executor.isShutdown()) {
            executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
