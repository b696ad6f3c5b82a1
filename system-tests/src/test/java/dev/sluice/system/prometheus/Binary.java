package dev.sluice.system.prometheus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Prometheus's own programs, where they are installed: in {@code -Dsluice.prometheus.bin=DIR}, or on the path. */
final class Binary {
    private Binary() {}

    /** The program; where there is none, the calling test is skipped and says so. */
    static Path require(String name) {
        String path =
                System.getProperty("sluice.prometheus.bin", System.getenv().getOrDefault("PATH", ""));
        Optional<Path> found = Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), "skipped: no " + name + " here, so nothing of this was tested");
        return found.orElseThrow();
    }

    /** What a run printed, and whether it ended with 0. */
    record Ran(boolean passed, String output) {}

    /** Runs it to its end. */
    static Ran run(Path program, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor() == 0, output);
    }
}
