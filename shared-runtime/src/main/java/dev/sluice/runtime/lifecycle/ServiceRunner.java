package dev.sluice.runtime.lifecycle;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one {@link Service} from start to drained, and says with which {@link ExitCode} the process ends.
 *
 * <p>SIGTERM and SIGINT drain the service within the shutdown timeout: 0 when it was clean, 1 when not. A failed start
 * ends with the code and line of its {@link StartFailure}; an unexpected throwable, on whatever thread nobody caught it,
 * ends with 70, its stack trace in the log. Whatever the end, logging is closed after all of it and the line on
 * {@code err} is the last (CONTRACT "Process").
 *
 * <p>The JVM would end with 143 after a SIGTERM, so on a signal the shutdown hook waits for the drain and then halts with
 * the code: output that must come out belongs into {@code drain}, not behind {@code run}.
 */
public final class ServiceRunner {
    private static final Logger log = LoggerFactory.getLogger(ServiceRunner.class);

    /** What a drain may take beyond its deadline before it is left behind; drains keep time by themselves. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Service service;
    private final Duration shutdownTimeout;
    private final PrintStream err;
    private final HostProcess process;

    private final Lifecycle lifecycle = new Lifecycle(); // moved by the thread in run() only
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final CompletableFuture<ExitCode> result = new CompletableFuture<>();
    private final AtomicReference<@Nullable Throwable> uncaught = new AtomicReference<>();
    /** The thread inside {@code start}, for a signal to interrupt; null before and after. Guarded by {@code this}. */
    private @Nullable Thread starter;

    /** Why the service stops running; no failure means a signal or that its work is done. */
    private record End(@Nullable Throwable failure) {}

    ServiceRunner(Service service, Duration shutdownTimeout, PrintStream err, HostProcess process) {
        this.service = service;
        this.shutdownTimeout = shutdownTimeout;
        this.err = err;
        this.process = process;
    }

    /**
     * Starts {@code service}, waits for a signal or its own end, drains it. Returns only when it is drained or its deadline
     * has passed. Once per process.
     */
    public static ExitCode run(Service service, Duration shutdownTimeout, PrintStream err) {
        return new ServiceRunner(service, shutdownTimeout, err, new HostProcess.ThisJvm()).run();
    }

    ExitCode run() {
        Thread hook = new Thread(this::onShutdown, "sluice-shutdown");
        process.addShutdownHook(hook);
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler(this::onUncaught);
        start();
        ExitCode code = finish(end.join().failure());
        Thread.setDefaultUncaughtExceptionHandler(before);
        process.removeShutdownHook(hook);
        result.complete(code);
        return code;
    }

    LifecycleState state() {
        return lifecycle.state();
    }

    private void start() {
        lifecycle.become(LifecycleState.STARTING);
        synchronized (this) {
            starter = Thread.currentThread();
        }
        try {
            if (end.isDone()) {
                return; // a signal was faster
            }
            service.start();
            if (!end.isDone()) {
                lifecycle.become(LifecycleState.RUNNING);
                log.info("{} started", service.name());
                service.ended().whenComplete((done, failure) -> end.complete(new End(failure)));
            }
        } catch (Throwable t) {
            end.complete(new End(t));
        } finally {
            synchronized (this) {
                starter = null;
                if (Thread.interrupted()) { // it meant the start; the drain shall not see it
                    log.debug("{} interrupted while starting", service.name());
                }
            }
        }
    }

    /** Drains, logs and prints what there is to say, and knows the exit code. */
    private ExitCode finish(@Nullable Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        lifecycle.become(failure == null ? LifecycleState.DRAINING : LifecycleState.FAILED);
        if (failure instanceof StartFailure) {
            log.debug("{} cannot start", service.name(), failure);
        } else if (failure != null) {
            log.error("{} failed", service.name(), failure);
        }
        boolean clean = drain();
        log.info("{} {}", service.name(), clean ? "drained" : "did not drain in time");
        if (failure == null) {
            failure = uncaught.get();
            lifecycle.become(clean && failure == null ? LifecycleState.STOPPED : LifecycleState.FAILED);
        }
        if (failure instanceof StartFailure f) {
            return last(f.exitCode(), f.line());
        }
        if (failure != null) {
            return last(ExitCode.INTERNAL, StartFailure.lineOf("internal fault: " + failure));
        }
        return clean ? last(ExitCode.OK, null) : last(ExitCode.CHECK_FAILED, missed("drained"));
    }

    private boolean drain() {
        CompletableFuture<Boolean> drained = new CompletableFuture<>();
        Thread thread = new Thread(() -> drained.complete(drainOnce()), service.name() + "-drain");
        thread.setDaemon(true); // left behind when it hangs
        thread.setUncaughtExceptionHandler((t, e) -> {
            onUncaught(t, e);
            drained.complete(false);
        });
        thread.start();
        try {
            return drained.get(shutdownTimeout.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean drainOnce() {
        try {
            return service.drain(shutdownTimeout);
        } catch (StartFailure failure) { // what it found at the end is its last line
            uncaught.compareAndSet(null, failure);
            return false;
        }
    }

    private ExitCode last(ExitCode code, @Nullable String line) {
        process.closeLogging();
        if (line != null) {
            err.println(line);
            err.flush();
        }
        return code;
    }

    private void onUncaught(Thread thread, Throwable t) {
        uncaught.compareAndSet(null, t);
        log.error("uncaught on thread {}", thread.getName(), t);
        end.complete(new End(t));
    }

    /** Runs in the shutdown hook: the JVM waits for it, and so for the drain. */
    private void onShutdown() {
        end.complete(new End(null));
        synchronized (this) {
            if (starter != null) {
                starter.interrupt();
            }
        }
        ExitCode code;
        try {
            // longer than drain() waits: only a start that does not heed its interrupt gets there
            Duration wait = shutdownTimeout.plus(GRACE).plus(GRACE);
            code = result.get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | InterruptedException e) {
            code = last(ExitCode.CHECK_FAILED, missed("ended its start"));
        }
        process.halt(code.code());
    }

    private String missed(String what) {
        return StartFailure.lineOf(
                "shutdown: " + service.name() + " has not " + what + " within " + shutdownTimeout.toMillis() + " ms");
    }
}
