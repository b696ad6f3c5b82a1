package dev.sluice.system.crash;

import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.SecretScan;
import dev.sluice.system.harness.PollerProcess;
import dev.sluice.system.harness.SystemStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One place among the pollers: it dies and is started again, and each life's log is looked through and thrown away. */
final class ChaosPoller {
    private final SystemStack stack;
    private final PollerProcess.Builder builder;
    private @Nullable PollerProcess process;
    private IngestReport leaks = new IngestReport();

    ChaosPoller(SystemStack stack, PollerProcess.Builder builder) {
        this.stack = stack;
        this.builder = builder;
    }

    synchronized void start() {
        if (process == null) {
            process = builder.start();
        }
    }

    /** False when it was dead already. */
    synchronized boolean kill() {
        PollerProcess alive = process;
        if (alive == null) {
            return false;
        }
        alive.process().killHard();
        bury(alive);
        return true;
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
        PollerProcess alive = process;
        if (alive == null) {
            return true;
        }
        boolean clean = alive.process().stop(CrashRun.LONG)
                && alive.process().exitCode().orElse(-1) == 0;
        bury(alive);
        return clean;
    }

    /** The running process, if any; one that ended by itself is a fault. */
    synchronized List<PollerProcess> alive() {
        if (process == null) {
            return List.of();
        }
        if (!process.process().isAlive()) {
            throw new AssertionError(process.process().name() + " ended by itself with "
                    + process.process().exitCode());
        }
        return List.of(process);
    }

    /** What was found in the logs of its former lives. */
    synchronized IngestReport leaks() {
        return leaks;
    }

    private void bury(PollerProcess dead) {
        process = null;
        SecretScan scan = new SecretScan(stack.tokens());
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
