package dev.sluice.system.send;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The programs of {@code docs/snippets} in one language, run as a reader runs them. */
enum Snippet {
    JAVA {
        @Override
        List<String> command(Path dir, String name) {
            String camel = name.equals("answer") ? "AnswerUpdates" : "SendAndWait";
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            return List.of(
                    java.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    SNIPPETS.resolve("java/" + camel + ".java").toString());
        }
    },

    /** {@code -Dsnippets.python=} names another interpreter that has confluent-kafka. */
    PYTHON {
        @Override
        List<String> command(Path dir, String name) {
            String python = System.getProperty("snippets.python", "python3");
            String file = name.equals("answer") ? "answer_updates.py" : "send_and_wait.py";
            return List.of(python, SNIPPETS.resolve("python/" + file).toString());
        }
    },

    NODE {
        @Override
        List<String> command(Path dir, String name) throws Exception {
            Path copy = dir.resolve("node");
            if (!Files.exists(copy)) {
                Files.createDirectories(copy);
                try (Stream<Path> files = Files.list(SNIPPETS.resolve("node"))) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        Files.copy(file, copy.resolve(file.getFileName()));
                    }
                }
                Process install = new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund")
                        .directory(copy.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(dir.resolve("npm.log").toFile())
                        .start();
                assertTrue(install.waitFor(2, TimeUnit.MINUTES) && install.exitValue() == 0, "npm ci");
            }
            String file = name.equals("answer") ? "answer-updates.js" : "send-and-wait.js";
            return List.of("node", copy.resolve(file).toString());
        }
    };

    static final Path SNIPPETS =
            Path.of("..", "docs", "snippets").toAbsolutePath().normalize();

    /** How to run {@code answer} or {@code send}. */
    abstract List<String> command(Path dir, String name) throws Exception;

    /** Starts one; what it says goes to a file. */
    Process start(Path dir, Map<String, String> environment, String name, String... args) throws Exception {
        List<String> command = new ArrayList<>(command(dir, name));
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output(dir, name));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** What it has said. */
    String said(Path dir, String name) {
        try {
            return Files.readString(output(dir, name).toPath());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private File output(Path dir, String name) {
        return dir.resolve(name + "-" + this + ".log").toFile();
    }
}
