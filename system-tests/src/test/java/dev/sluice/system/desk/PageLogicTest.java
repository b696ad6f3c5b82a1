package dev.sluice.system.desk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The page's pure modules, by Node's own test runner: {@code node --test} in {@code src/test/js}. */
@NeedsBrowser
class PageLogicTest {

    @Test
    void nodeFindsNothingWrong() throws IOException, InterruptedException {
        Process node = new ProcessBuilder("node", "--test", "--test-reporter=spec", ".")
                .directory(Path.of("src/test/js").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(node.getInputStream().readAllBytes(), UTF_8);
        assertTrue(node.waitFor(2, TimeUnit.MINUTES), said);
        assertEquals(0, node.exitValue(), said);
        assertTrue(said.contains("ℹ fail 0") && !said.contains("ℹ tests 0"), said);
    }
}
