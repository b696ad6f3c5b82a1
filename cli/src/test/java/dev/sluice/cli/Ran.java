package dev.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What a command answered: its exit code and what it wrote. */
record Ran(int exitCode, List<String> out, List<String> err) {

    static Ran sluice(Map<String, String> environment, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                environment,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        int exitCode = CommandTree.of(console).execute(args);
        return new Ran(exitCode, lines(out), lines(err));
    }

    static Ran sluice(String... args) {
        return sluice(Map.of(), args);
    }

    String lastErr() {
        return err.isEmpty() ? "" : err.get(err.size() - 1);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
