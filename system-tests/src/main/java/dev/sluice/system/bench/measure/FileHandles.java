package dev.sluice.system.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many files and sockets a child may have open. A JVM raises its soft limit to the hard one by itself. */
public final class FileHandles {
    private static final String LINE = "Max open files";

    private FileHandles() {}

    /** The hard limit of this process, which children inherit. */
    public static long hardLimit() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
                if (line.startsWith(LINE)) {
                    String hard = line.substring(LINE.length()).strip().split("\\s+")[1];
                    return hard.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(hard);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the limits of this process", e);
        }
        throw new IllegalStateException("no line '" + LINE + "' among the limits of this process");
    }

    /** How many connections to one address and port can be open at the same time: the kernel's range of local ports. */
    public static int localPorts() {
        try {
            // by lines, since these files give nothing from the second read on, and readString begins with one byte
            String[] range = Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))
                    .get(0)
                    .split("\\s+");
            return Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the range of local ports", e);
        }
    }
}
