package dev.sluice.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import dev.sluice.runtime.logging.Logging;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The runner in a real process, with real signals. */
@Timeout(60)
class ServiceRunnerProcessTest {
    @Test
    void sigtermEndsWithZeroAndLogsUpToTheEnd() throws Exception {
        Process child = start("run");
        BufferedReader err = stderr(child);
        readUntil(err, "started");

        child.toHandle().destroy(); // SIGTERM; Process.destroy would close the streams as well

        List<String> rest = err.lines().toList();
        assertTrue(child.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, child.exitValue());
        assertTrue(rest.get(rest.size() - 1).endsWith("sample drained"), rest::toString);
    }

    @Test
    void aFailedStartsLastLineIsItsOwn() throws Exception {
        Process child = start("fail");

        List<String> lines = stderr(child).lines().toList();

        assertEquals(5, child.waitFor());
        assertEquals("sluice: sluice.management.port: 8401 is taken", lines.get(lines.size() - 1));
    }

    @Test
    void aFaultLeavesItsStackInTheLogAndOneLineAtTheEnd() throws Exception {
        Process child = start("fault");

        List<String> lines = stderr(child).lines().toList();

        assertEquals(70, child.waitFor());
        assertEquals(
                "sluice: internal fault: java.lang.IllegalStateException: odd 110001:•••", lines.get(lines.size() - 1));
        assertTrue(lines.stream().anyMatch(l -> l.contains("at " + Sample.class.getName())), lines::toString);
        assertTrue(lines.stream().noneMatch(l -> l.contains("SIMULATED")), lines::toString);
    }

    private static Process start(String how) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-Dstderr.encoding=UTF-8",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                Sample.class.getName(),
                how);
        return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static BufferedReader stderr(Process child) {
        return new BufferedReader(new InputStreamReader(child.getErrorStream(), StandardCharsets.UTF_8));
    }

    private static void readUntil(BufferedReader lines, String word) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(word)) {
                return;
            }
        }
        throw new AssertionError("no line with " + word);
    }

    /** What the child process runs. */
    static final class Sample {
        public static void main(String[] args) {
            Logging.configure(Level.INFO, Logging.Format.TEXT);
            System.exit(ServiceRunner.run(new SampleService(args[0]), Duration.ofSeconds(10), System.err)
                    .code());
        }
    }

    private record SampleService(String how) implements Service {
        @Override
        public String name() {
            return "sample";
        }

        @Override
        public void start() {
            switch (how) {
                case "fail" -> throw new StartFailure(ExitCode.PORT_TAKEN, "sluice.management.port", "8401 is taken");
                case "fault" ->
                    Sample.class.getName().chars().limit(1).forEach(c -> {
                        throw new IllegalStateException("odd 110001:SIMULATED-token-of-bot-110001-xxxxxx");
                    });
                default -> {}
            }
        }

        @Override
        public boolean drain(Duration deadline) {
            LoggerFactory.getLogger(SampleService.class).info("closing");
            return true;
        }
    }
}
