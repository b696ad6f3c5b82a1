package dev.sluice.cli.dist;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive that {@code mvn package} has just made: what is in it, and that it runs as unpacked. */
class DistributionIT {
    private static final int DEADLINE_SECONDS = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path dir;

    @SuppressWarnings("NullAway.Init")
    private static Path home;

    private record Ran(int code, String out, String err) {
        String lastErr() {
            return err.lines().reduce("", (before, line) -> line);
        }
    }

    @BeforeAll
    static void unpack() throws Exception {
        Path archive = Path.of(Objects.requireNonNull(System.getProperty("sluice.dist"), "sluice.dist"));
        Ran tar = run(Map.of(), "tar", "-xzf", archive.toString(), "-C", dir.toString());
        assertEquals(0, tar.code(), tar::err);
        try (Stream<Path> top = Files.list(dir)) {
            home = top.filter(Files::isDirectory).reduce((a, b) -> b).orElseThrow();
        }
    }

    @Test
    void holdsProductionModulesAndNoBrokerNoSimulatorNoTestLibrary() throws IOException {
        List<String> jars = names(home.resolve("lib"));

        assertEquals(
                List.of("cli", "ingest-poller", "outbound-sender", "shared-model", "shared-runtime"),
                jars.stream()
                        .filter(jar -> jar.contains(versionOf(home)))
                        .map(jar -> jar.replace("-" + versionOf(home) + ".jar", ""))
                        .toList());
        assertEquals(
                List.of(),
                jars.stream()
                        .filter(jar -> jar.matches("(kafka_|kafka-(?!clients|streams)|scala|junit|testcontainers).*"))
                        .toList());
        assertEquals(List.of("LICENSE", "bin", "config", "lib"), names(home));
        assertEquals(List.of("jvm.options", "sluice.properties"), names(home.resolve("config")));
    }

    @Test
    void runsFromAnywhereAlsoThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(dir.resolve("link"), home.resolve("bin/sluice"));

        Ran ran = sluice(link, Map.of(), "--version");

        assertEquals(0, ran.code(), ran::err);
        assertTrue(ran.out().startsWith("sluice " + versionOf(home) + " (commit "), ran::out);
        assertEquals("", ran.err());
    }

    @Test
    void localAndBenchSayWhereTheyAre() {
        assertAll(Stream.of("local", "bench").map(command -> () -> {
            Ran ran = sluice(home.resolve("bin/sluice"), Map.of(), command, "--for", "3s");

            assertEquals(2, ran.code());
            assertEquals(
                    "sluice: " + command + ": exists only under the repository's ./sluice, with its embedded broker",
                    ran.lastErr());
        }));
    }

    @Test
    void optionsReachTheJvmAndArgumentsWithAnAtSignReachTheCommand() throws Exception {
        Ran ran = sluice(
                home.resolve("bin/sluice"),
                Map.of("SLUICE_JAVA_OPTS", "-showversion -Dsome=thing"),
                "request",
                "send",
                "--sender",
                "telegram:110001",
                "--method",
                "sendMessage",
                "--params",
                "@no-such-file");

        assertEquals(2, ran.code(), ran::err);
        assertTrue(ran.err().contains("Runtime Environment"), ran::err);
        assertTrue(ran.lastErr().startsWith("sluice: --params: "), ran::err);
    }

    private static Ran sluice(Path script, Map<String, String> environment, String... arguments) throws Exception {
        return run(
                environment,
                Stream.concat(Stream.of(script.toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static Ran run(Map<String, String> environment, String... command) throws Exception {
        Path out = Files.createTempFile(dir, "out", ".txt");
        Path err = Files.createTempFile(dir, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("SLUICE_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(List.of(command) + " has not ended");
        }
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static String versionOf(Path home) {
        return home.getFileName().toString().replaceFirst("^sluice-", "");
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
