package dev.sluice.local.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds lines in a file that another process appends to, from where the file ended when the watch began. */
final class OutputWatch {
    private final Path file;
    private final long start;

    private OutputWatch(Path file, long start) {
        this.file = file;
        this.start = start;
    }

    static OutputWatch fromEndOf(Path file) throws IOException {
        return new OutputWatch(file, Files.exists(file) ? Files.size(file) : 0);
    }

    /** The first complete line with this prefix, or null when there is none yet. */
    @Nullable
    String find(String prefix) {
        String text = read(file, start);
        int complete = text.lastIndexOf('\n');
        return complete < 0
                ? null
                : text.substring(0, complete)
                        .lines()
                        .filter(line -> line.startsWith(prefix))
                        .findFirst()
                        .orElse(null);
    }

    /** The last lines of a file; empty when it does not exist. */
    static String tail(Path file, int count) {
        List<String> lines = read(file, 0).lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }

    private static String read(Path file, long from) {
        if (!Files.exists(file)) {
            return "";
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.max(0, in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.getFileName(), e);
        }
    }
}
