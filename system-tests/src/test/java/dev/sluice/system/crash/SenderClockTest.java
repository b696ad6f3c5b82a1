package dev.sluice.system.crash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The sender's wall clock is set by an hour, forth or back, while its bots have to wait; brokers and API keep theirs. */
class SenderClockTest {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));
    private static final int HOUR_SECONDS = 3_600;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @Tag("R141")
    void theWallClockIsSetInsideACooldown() throws Exception {
        Optional<Path> library = LIBRARIES.stream().filter(Files::exists).findFirst();
        assumeTrue(library.isPresent(), "needs libfaketime (package faketime), none of " + LIBRARIES + " is there");
        try (OutboundStack stack = OutboundStack.start(dir, 1, Map.of());
                SendRow row = new SendRow("s-p-clock", stack)) {
            setClock(0);
            SenderProcess[] sender = {start(row, library.get())};
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
                    sender[0] = start(row, library.get());
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
        SenderProcess sender = row.start(row.sender("p1")
                .staticMember()
                .env("LD_PRELOAD", library.toString())
                .env("FAKETIME_TIMESTAMP_FILE", clockFile().toString())
                .env("FAKETIME_NO_CACHE", "1")
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
