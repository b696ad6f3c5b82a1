package dev.sluice.system.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How busy the machine's cores were with what does not belong to this process and its children; Linux only. */
public final class ForeignLoad {
    private static final double MS_PER_TICK = 10;

    /** Columns of the first line of {@code /proc/stat}: user, nice, system, irq, softirq, steal. */
    private static final List<Integer> BUSY = List.of(1, 2, 3, 6, 7, 8);

    /** Fields of {@code /proc/self/stat} after the name: own and waited-for children's user and system time. */
    private static final List<Integer> OWN = List.of(11, 12, 13, 14);

    private final long startNanos = System.nanoTime();
    private final double startMs = foreignMs();

    /** Cores that others kept busy since this was made, on average; what another host took counts too. */
    public double cores() {
        double ms = foreignMs() - startMs;
        return Math.max(0, ms * 1e6 / (System.nanoTime() - startNanos));
    }

    private static double foreignMs() {
        return sum(firstLine("/proc/stat").split("\\s+"), BUSY) * MS_PER_TICK - oursMs();
    }

    /** CPU time of this process and its children so far, of those too that have ended. */
    static double oursMs() {
        String self = firstLine("/proc/self/stat");
        double own = sum(self.substring(self.lastIndexOf(')') + 2).split(" ", -1), OWN) * MS_PER_TICK;
        return own
                + ProcessHandle.current()
                        .descendants()
                        .mapToLong(ForeignLoad::cpuMs)
                        .sum();
    }

    /** 0 for one that has just ended; it is then among the children that were waited for. */
    private static long cpuMs(ProcessHandle child) {
        try {
            return ProcessUsage.cpuOf(child.pid()).toMillis();
        } catch (UncheckedIOException gone) {
            return 0;
        }
    }

    private static double sum(String[] fields, List<Integer> columns) {
        return columns.stream()
                .mapToLong(column -> Long.parseLong(fields[column]))
                .sum();
    }

    private static String firstLine(String file) {
        try {
            return Files.readAllLines(Path.of(file)).get(0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read how busy the machine is", e);
        }
    }
}
