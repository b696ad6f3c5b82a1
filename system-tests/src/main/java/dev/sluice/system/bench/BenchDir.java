package dev.sluice.system.bench;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.system.bench.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a run keeps data and logs: {@code .sluice/bench} in the checkout, or in the current directory without one. */
record BenchDir(Path path) {
    /**
     * The directory without what an earlier run left: figures of a run that starts on old data are not those of the next.
     *
     * @throws StartFailure (USAGE) when it cannot be emptied
     */
    static BenchDir emptied() {
        Path home = Path.of(Optional.ofNullable(System.getenv("SLUICE_HOME")).orElse(""));
        Path dir = home.toAbsolutePath().resolve(".sluice").resolve("bench");
        delete(dir);
        try {
            return new BenchDir(Files.createDirectories(dir));
        } catch (IOException e) {
            throw refused(dir, e);
        }
    }

    /** Removes what fills a disk, when all went well; logs stay. */
    void dropData() {
        delete(path.resolve(Rig.KAFKA_DIR));
        delete(path.resolve(Rig.STATE_DIR));
    }

    private static void delete(Path dir) {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> found = Files.walk(dir)) {
            List<Path> childrenFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : childrenFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw refused(dir, e);
        }
    }

    private static StartFailure refused(Path dir, IOException e) {
        return new StartFailure(
                ExitCode.USAGE, dir.toString(), "cannot be emptied and made anew: " + e.getMessage(), e);
    }
}
