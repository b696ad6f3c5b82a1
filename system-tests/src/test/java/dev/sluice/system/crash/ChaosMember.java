package dev.sluice.system.crash;

import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.SecretScan;
import dev.sluice.system.harness.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One place among the services: it dies and is started again, and each life's log is looked through and thrown away. */
final class ChaosMember<P extends ServiceProcess> {
    private final Supplier<? extends Collection<String>> tokens;
    private final ServiceProcess.Builder<P, ?> builder;
    private @Nullable P process;
    private IngestReport leaks = new IngestReport();

    /** @param tokens all that were given out so far */
    ChaosMember(Supplier<? extends Collection<String>> tokens, ServiceProcess.Builder<P, ?> builder) {
        this.tokens = tokens;
        this.builder = builder;
    }

    synchronized void start() {
        if (process == null) {
            process = builder.start();
        }
    }

    /** False when it was dead already. */
    synchronized boolean kill() {
        P alive = process;
        if (alive == null) {
            return false;
        }
        alive.process().killHard();
        bury(alive);
        return true;
    }

    /** Ends it, and leaves its logs to whoever looks for the reason. */
    synchronized void abandon() {
        if (process != null) {
            process.process().killHard();
            process = null;
        }
    }

    synchronized void freeze() {
        if (process != null) {
            process.process().pause();
        }
    }

    synchronized void wake() {
        if (process != null) {
            process.process().resume();
        }
    }

    /** SIGTERM; true when it drained and ended with 0. */
    synchronized boolean stop() {
        P alive = process;
        if (alive == null) {
            return true;
        }
        boolean clean = alive.process().stop(CrashRun.LONG)
                && alive.process().exitCode().orElse(-1) == 0;
        bury(alive);
        return clean;
    }

    /** The running process, if any; one that ended by itself is a fault. */
    synchronized List<P> alive() {
        P alive = process;
        if (alive == null) {
            return List.of();
        }
        if (!alive.process().isAlive()) {
            throw new AssertionError(alive.process().name() + " ended by itself with "
                    + alive.process().exitCode());
        }
        return List.of(alive);
    }

    /** What was found in the logs of its former lives. */
    synchronized IngestReport leaks() {
        return leaks;
    }

    private void bury(P dead) {
        process = null;
        SecretScan scan = new SecretScan(tokens.get());
        for (Path file : List.of(dead.process().logFile(), dead.process().outFile())) {
            scan.file(file);
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new AssertionError("cannot delete " + file, e);
            }
        }
        leaks = leaks.plus(scan.report());
    }
}
