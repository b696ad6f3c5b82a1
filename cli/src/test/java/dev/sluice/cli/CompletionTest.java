package dev.sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of {@code sluice completion}, in the shell that it is for. */
class CompletionTest {
    @TempDir
    Path dir;

    @Test
    void bashTakesTheScript() throws Exception {
        assertEquals(List.of(), bash("bash -n " + script()));
    }

    @Test
    void commandsSubcommandsOptionsAndWordsAreCompleted() throws Exception {
        assertTrue(complete("sluice", "dead").contains("dead-letters"));
        assertEquals(
                List.of("list", "retry"),
                complete("sluice", "quarantine", "").stream().sorted().toList());
        assertTrue(complete("sluice", "request", "re").containsAll(List.of("resume", "resolve")));
        assertTrue(complete("sluice", "request", "send", "--not").contains("--not-before"));
        assertTrue(complete("./sluice", "completion", "z").contains("zsh"));
    }

    @Test
    void anotherShellIsRefused() {
        Ran ran = Ran.sluice("completion", "fish");

        assertEquals(2, ran.exitCode());
        assertEquals(
                "sluice: sluice completion: 'fish' is not accepted; wants bash or zsh; see 'sluice completion -h'",
                ran.lastErr());
    }

    /** What the Tab key offers behind these words, the last of which is being typed. */
    private List<String> complete(String... words) throws Exception {
        String quoted = "'" + String.join("' '", words) + "'";
        return bash("source " + script() + "; COMP_WORDS=(" + quoted + "); COMP_CWORD=" + (words.length - 1)
                + "; COMP_LINE=\"${COMP_WORDS[*]}\"; COMP_POINT=${#COMP_LINE}"
                + "; compopt() { :; }; _complete_sluice; printf '%s\\n' \"${COMPREPLY[@]}\"");
    }

    private Path script() throws IOException {
        Ran ran = Ran.sluice("completion", "bash");
        assertEquals(0, ran.exitCode());
        return Files.write(dir.resolve("completion"), ran.out());
    }

    private List<String> bash(String command) throws Exception {
        Process bash = new ProcessBuilder("bash", "-c", command)
                .redirectErrorStream(true)
                .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(bash.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, bash.exitValue(), out);
        return out.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
