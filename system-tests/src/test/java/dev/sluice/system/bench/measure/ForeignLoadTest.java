package dev.sluice.system.bench.measure;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ForeignLoadTest {

    @Test
    void whatAChildUsesIsOursWhileItRunsAndAfterwards() throws Exception {
        // Given a child that has used a second of CPU
        double before = ForeignLoad.oursMs();
        Process child = new ProcessBuilder("/bin/sh", "-c", "while :; do :; done").start();
        try {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> ProcessUsage.cpuOf(child.pid()).toMillis() >= 1000);

            // Then it is counted
            assertTrue(ForeignLoad.oursMs() - before >= 1000);
        } finally {
            // When it ends
            child.destroyForcibly().waitFor();
        }

        // Then still
        assertTrue(ForeignLoad.oursMs() - before >= 1000);
    }
}
