package dev.sluice.local.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildJvmTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path dir;

    // every test starts one first
    @SuppressWarnings("NullAway.Init")
    private ChildJvm child;

    @AfterEach
    void killIt() {
        child.close();
    }

    @Test
    void findsItsReadyLineAndStopsByTheSignal() throws IOException {
        // Given
        start("count");
        assertEquals("count 3", child.awaitLine("count 3", LONG));
        // When
        boolean clean = child.stop(LONG);
        // Then
        assertTrue(clean);
        assertTrue(Files.readString(child.outFile()).contains("hook ran\n"), "it may count once more beside the hook");
    }

    @Test
    void killHardRunsNoHook() throws IOException {
        // Given
        start("count");
        child.awaitLine("count", LONG);
        // When
        child.killHard();
        // Then
        assertEquals(OptionalInt.of(137), child.exitCode());
        assertFalse(Files.readString(child.outFile()).contains("hook ran"));
    }

    @Test
    void aPausedChildStandsStillUntilItIsResumed() throws IOException {
        // Given
        start("count");
        child.awaitLine("count", LONG);
        // When
        child.pause();
        // Then
        await().atMost(LONG).until(() -> state(child.pid()) == 'T');
        long frozenAt = Files.size(child.outFile());
        await().during(Duration.ofMillis(300)).atMost(LONG).until(() -> Files.size(child.outFile()) == frozenAt);
        child.resume();
        await().atMost(LONG).until(() -> Files.size(child.outFile()) > frozenAt);
    }

    @Test
    void aChildThatEndsWithoutTheLineIsReportedAtOnceWithTheEndOfItsLog() {
        // Given
        start("no-such-mode");
        // When
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> child.awaitLine("ready", LONG));
        // Then
        assertTrue(String.valueOf(e.getMessage()).contains("ended without the line 'ready'"), e::toString);
        assertTrue(String.valueOf(e.getMessage()).contains("IllegalArgumentException: no-such-mode"), e::toString);
    }

    @Test
    void exitCodesComeThrough() {
        // Given
        start("exit", "4");
        // When
        OptionalInt code = child.awaitExit(LONG);
        // Then
        assertEquals(OptionalInt.of(4), code);
    }

    @Test
    void linesOfAnEarlierStartDoNotCount() {
        // Given
        start("count");
        child.awaitLine("count 5", LONG);
        child.killHard();
        // When
        start("exit", "0");
        // Then
        assertThrows(IllegalStateException.class, () -> child.awaitLine("count 5", LONG));
    }

    @ParameterizedTest
    @ValueSource(strings = {"running", "frozen", "halting"})
    void aKilledParentLeavesNoOrphan(String how) throws IOException {
        // Given
        start("parent", dir.toString(), how);
        long grandchild = Long.parseLong(child.awaitLine("ready ", LONG).substring("ready ".length()));
        assertTrue(ProcessHandle.of(grandchild).isPresent());
        // When
        child.killHard();
        // Then
        await().atMost(LONG).until(() -> ProcessHandle.of(grandchild).isEmpty());
        boolean hookRan = Files.readString(dir.resolve("grandchild.out")).contains("hook ran");
        assertEquals(how.equals("halting"), !hookRan, "a halted child runs no hook, the others do");
    }

    @Test
    void settingsInTheEnvironmentComeOnlyFromTheBuilder() {
        // Given
        ChildJvm.Builder builder = ChildJvm.of(Chatty.class)
                .logDirectory(dir)
                .env("SLUICE_X", "given")
                .args("env", "SLUICE_X");
        // When
        child = builder.start();
        // Then
        assertEquals("env given", child.awaitLine("env", LONG));
        assertFalse(child.command().toString().contains("given"));
    }

    private void start(String... args) {
        child = ChildJvm.of(Chatty.class).logDirectory(dir).args(args).start();
    }

    private static char state(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
