package dev.sluice.system.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R23")
class SecretScanTest {
    private static final String SECRET = "SIMULATED-token-of-bot-110001-abcde";
    private static final String TOKEN = "110001:" + SECRET;

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /bot110001:SIMULATED-token-of-bot-110001-abcde/getUpdates",
                "GET /bot110001%3ASIMULATED-token-of-bot-110001-abcde/getUpdates",
                "secret SIMULATED-token-of-bot-110001-abcde alone",
                "within_xSIMULATED-token-of-bot-110001-abcdex_a_word",
                "a stranger's: 990009:abcdefghijklmnopqrstuvwxyz012345678",
                "a stranger's: 990009%253Aabcdefghijklmnopqrstuvwxyz012345678"
            })
    void findsATokenHoweverItIsWritten(String text) {
        // When
        IngestReport report = new SecretScan(List.of(TOKEN)).text("a log", text).report();
        // Then
        assertTrue(report.count(Violation.LEAKED) > 0);
        assertFalse(report.toString().contains(SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /bot110001:•••/getUpdates",
                "110001:4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a",
                "110001:8103 stored by sluice-ingest-3"
            })
    void whatIsHarmlessIsLetPass(String text) {
        // When
        IngestReport report = new SecretScan(List.of(TOKEN)).text("a log", text).report();
        // Then
        assertTrue(report.clean(), report::toString);
    }

    @Test
    void looksIntoFilesAlsoCutShortOnes() throws IOException {
        // Given
        Files.createDirectories(dir.resolve("deep"));
        Files.write(
                dir.resolve("deep/a.log"),
                ("ok\nnothing here but some text that is long enough to count, as in a log of a quiet day, over and over\nä")
                        .getBytes("UTF-16BE"));
        Files.write(dir.resolve("deep/b.log"), new byte[] {'o', 'k', '\n', (byte) 0xc3});
        Files.writeString(dir.resolve("deep/c.out"), "1\n2\n" + TOKEN + "\n");
        // When
        SecretScan scan = new SecretScan(List.of(TOKEN)).files(dir, ".log", ".out");
        // Then
        assertEquals(2, scan.report().count(Violation.LEAKED));
        assertTrue(scan.report().toString().contains("c.out line 3"), scan.report()::toString);
        assertTrue(scan.scanned() > 100);
    }

    @Test
    void looksAtProcessArguments() throws IOException {
        // Given
        Process process = new ProcessBuilder("/bin/sh", "-c", "sleep 30; :", TOKEN).start();
        try {
            // When
            IngestReport report =
                    new SecretScan(List.of(TOKEN)).arguments(process.pid()).report();
            // Then
            assertTrue(report.count(Violation.LEAKED) > 0);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
