package dev.sluice.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Holds one process under SIGSTOP until it is closed.
 *
 * <p>A small shell sends the signal, waits for the end of its standard input and sends SIGCONT. So a frozen child wakes up
 * when this JVM is killed, sees that its parent is gone and ends; without the shell it would stand there for ever.
 */
final class Freeze implements AutoCloseable {
    private static final String SCRIPT = "kill -STOP $0 && echo frozen; cat >/dev/null; kill -CONT $0";

    private final Process shell;

    private Freeze(Process shell) {
        this.shell = shell;
    }

    /** Returns when the signal has been sent. */
    static Freeze of(long pid) {
        try {
            Process shell = new ProcessBuilder("/bin/sh", "-c", SCRIPT, Long.toString(pid))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (shell.getInputStream().read() < 0) {
                throw new IllegalStateException("no process to freeze");
            }
            return new Freeze(shell);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot freeze a process", e);
        }
    }

    /** Wakes the process; returns when the signal has been sent. */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the frozen process could not be woken");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wake a process", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
