package dev.sluice.system.crash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The sender's wall clock is set by an hour, forth or back, while its bots have to wait; brokers and API keep theirs. */
class SenderClockTest {
    /** Where libfaketimeMT.so.1 of the package faketime is. */
    private static final String LIBRARY = System.getProperty("sluice.crash.libfaketime", "");

    private static final int HOUR_SECONDS = 3_600;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @Tag("R141")
    void theWallClockIsSetInsideACooldown() throws Exception {
        Path library = Path.of(LIBRARY);
        assumeTrue(Files.isRegularFile(library), "needs -Dsluice.crash.libfaketime=<path of libfaketimeMT.so.1>");
        try (OutboundStack stack = OutboundStack.start(dir, 1, Map.of());
                SendRow row = new SendRow("s-p-clock", stack)) {
            setClock(0);
            SenderProcess[] sender = {start(row, library)};
            row.repeat(run -> {
                // Given
                run.load.start(30);
                run.letFlow(20);
                run.floodOnce(12);
                // When: set while it runs, or while it is down
                int step = run.random.nextBoolean() ? HOUR_SECONDS : -HOUR_SECONDS;
                if (run.random.nextBoolean()) {
                    sender[0].process().killHard();
                    setClock(step);
                    sender[0] = start(row, library);
                } else {
                    setClock(step);
                }
                run.load.stop();
                // Then
                run.letFlow(30);
                run.load.start(30);
                setClock(0);
                run.letFlow(30);
            });
        }
    }

    private SenderProcess start(SendRow row, Path library) {
        SenderProcess sender = row.start(row.patient("p1")
                .env("LD_PRELOAD", library.toString())
                .env("FAKETIME_TIMESTAMP_FILE", clockFile().toString())
                // looking at the file at each of the many questions for the time makes a start take minutes
                .env("FAKETIME_CACHE_DURATION", "1")
                // with its "fix" every timed wait of a JVM ends at once, and all threads spin
                .env("FAKETIME_FORCE_MONOTONIC_FIX", "0")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .env("DONT_FAKE_MONOTONIC", "1"));
        SendRow.awaitReady(sender);
        return sender;
    }

    /** From now on the wall clock of every process that is told so is off by this. */
    private void setClock(int seconds) {
        try {
            Path fresh = Files.writeString(dir.resolve("clock.new"), "%+d\n".formatted(seconds));
            Files.move(fresh, clockFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path clockFile() {
        return dir.resolve("clock");
    }
}
