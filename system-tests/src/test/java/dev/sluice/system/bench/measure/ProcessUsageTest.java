package dev.sluice.system.bench.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessUsageTest {

    @Test
    void thisProcessUsesWhatItKnowsOfItself() {
        // Given
        long pid = ProcessHandle.current().pid();

        // When
        ProcessUsage usage = ProcessUsage.of(pid);

        // Then
        Duration own = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        assertTrue(own.minus(usage.cpu()).abs().toMillis() < 500, usage + " against " + own);
        assertTrue(usage.threads() >= Thread.activeCount(), usage.toString());
        assertTrue(usage.rssBytes() > 10_000_000, usage.toString());
        assertTrue(usage.handles() > 3, usage.toString());
    }

    @Test
    void limitsAreReadWhole() {
        assertTrue(FileHandles.hardLimit() >= 256);
        assertTrue(FileHandles.localPorts() > 1000);
    }
}
