package dev.sluice.system.commands;

import dev.sluice.cli.Console;
import dev.sluice.cli.Sluice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What a command answered: its exit code and what it wrote. */
public record Ran(int exitCode, List<String> out, List<String> err) {

    public static Ran sluice(Map<String, String> environment, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(environment, stream(out), stream(err));
        int exitCode = Sluice.run(console, args);
        return new Ran(exitCode, lines(out), lines(err));
    }

    public String lastErr() {
        return err.isEmpty() ? "" : err.get(err.size() - 1);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
