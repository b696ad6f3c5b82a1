package dev.sluice.runtime.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a service has opened since its start, to be closed in the reverse order. Not thread-safe. */
public final class Opened {
    private static final Logger log = LoggerFactory.getLogger(Opened.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Returns what it is given. */
    public <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** One daemon thread of that name, which drops what has not run when all is closed. */
    public ScheduledExecutorService timer(String name) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        // A deadline that is set far ahead and cancelled would hold until then what it was set for.
        timer.setRemoveOnCancelPolicy(true);
        add(timer::shutdownNow);
        return timer;
    }

    /** Closes all of it, whatever some of it says. Returns whether none had anything to say. */
    public boolean close() {
        boolean clean = true;
        for (AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (Exception e) {
                log.warn("closing failed", e);
                clean = false;
            }
        }
        return clean;
    }
}
