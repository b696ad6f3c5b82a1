package dev.sluice.runtime.lifecycle;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A long-running command, run by {@link ServiceRunner}: started once, drained once, never used again.
 *
 * <p>{@code start} and {@code drain} are called on different threads, never at the same time.
 */
public interface Service {
    /** A short name for logs and thread names, like {@code ingest}. */
    String name();

    /**
     * Checks what the service needs, opens it and sets its threads going; returns once it is running. May be interrupted
     * by a signal, and then ends early in any way it likes.
     *
     * @throws StartFailure when it cannot start, with the line and exit code to end with
     */
    void start() throws StartFailure;

    /**
     * Becomes unready, stops the intake, finishes or aborts what is under way, closes everything. Called exactly once,
     * also after a {@code start} that failed half-way: it closes whatever that had opened. Keeps to the deadline by
     * itself; the process ends shortly after it in any case.
     *
     * @return true when everything ended cleanly before the deadline
     * @throws StartFailure when what the service finds at its end is a reason to fail, with the line and exit code for it
     */
    boolean drain(Duration deadline);

    /**
     * Completes when the service ends by itself: normally when its work is done, exceptionally when it cannot go on (a
     * {@link StartFailure} ends the process with its own code, anything else with 70). Asked for once, after
     * {@code start}. By default it never completes: only a signal ends the service.
     */
    default CompletionStage<Void> ended() {
        return new CompletableFuture<>();
    }
}
