package dev.sluice.system.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What one process has used so far, as the kernel counts it; Linux only.
 *
 * @param cpu user and system time of all its threads, dead ones included; counted in ticks of 10 ms
 * @param rssBytes memory that it holds in RAM now
 * @param threads its threads now
 * @param handles its open file handles now
 */
public record ProcessUsage(Duration cpu, long rssBytes, int threads, int handles) {
    /** USER_HZ, which is part of the kernel's ABI; not the kernel's own tick. */
    private static final long MS_PER_TICK = 10;

    /** Fields of {@code /proc/<pid>/stat} after the command's name, which may itself hold blanks and brackets. */
    private static final int UTIME = 11;

    private static final int STIME = 12;
    private static final int THREADS = 17;

    /** Reads it; fails with an {@link UncheckedIOException} when the process is gone. */
    public static ProcessUsage of(long pid) {
        Path proc = proc(pid);
        String[] stat = stat(proc);
        return new ProcessUsage(
                cpu(stat), rss(proc.resolve("status")), Integer.parseInt(stat[THREADS]), count(proc.resolve("fd")));
    }

    /** CPU time alone: one small read. */
    public static Duration cpuOf(long pid) {
        return cpu(stat(proc(pid)));
    }

    private static Path proc(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }

    private static String[] stat(Path proc) {
        try {
            String stat = Files.readString(proc.resolve("stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot see what a process uses", e);
        }
    }

    private static Duration cpu(String[] stat) {
        return Duration.ofMillis((Long.parseLong(stat[UTIME]) + Long.parseLong(stat[STIME])) * MS_PER_TICK);
    }

    private static long rss(Path status) {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot see what a process uses", e);
        }
    }

    private static int count(Path directory) {
        String[] names = directory.toFile().list();
        return names == null ? 0 : names.length;
    }
}
