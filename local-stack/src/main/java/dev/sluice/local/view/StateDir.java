package dev.sluice.local.view;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The directory {@code .sluice} of a checkout, held by one {@code sluice local} at a time. */
final class StateDir implements AutoCloseable {
    private final Path root;
    private final FileChannel lockFile;

    private StateDir(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /**
     * Takes the directory, and makes it when it is not there.
     *
     * @throws StartFailure (USAGE) when another {@code sluice local} has it
     */
    static StateDir take(Path root) {
        try {
            Files.createDirectories(root);
            FileChannel lockFile =
                    FileChannel.open(root.resolve("local.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(lockFile) == null) {
                lockFile.close();
                throw new StartFailure(
                        ExitCode.USAGE,
                        root.toString(),
                        "is used by another sluice local; wants that one to be stopped");
            }
            return new StateDir(root, lockFile);
        } catch (IOException e) {
            throw new StartFailure(ExitCode.USAGE, root.toString(), "wants to be a directory that can be written", e);
        }
    }

    Path kafka() {
        return root.resolve("kafka");
    }

    Path logs() {
        return root.resolve("logs");
    }

    /** One token file per simulated bot. */
    Path tokens() {
        return root.resolve("tokens");
    }

    /** Local state of the services. */
    Path state() {
        return root.resolve("state");
    }

    /** Deletes what earlier runs have left, but for logs and the build. */
    void clear() {
        delete(kafka());
        delete(state());
        delete(tokens());
    }

    /** Deletes a directory with everything in it. */
    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                    Files.delete(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }

    private static @Nullable FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
