package dev.sluice.system.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap that another JVM really needs: what is left of it after a full collection, asked for with {@code jcmd}. */
public final class LiveHeap {
    /**
     * A line of {@code GC.heap_info} that counts: one for the whole heap under G1 and ZGC, one for each generation under
     * the others. Regions, Metaspace and class space are no heap.
     */
    private static final Pattern USED = Pattern.compile(
            "(?m)^ *(?:garbage-first heap|ZHeap|.*generation|PSYoungGen|ParOldGen)\\s.*?used (\\d+)([KM])");

    private LiveHeap() {}

    /** Collects, then reads; takes a moment of the other process's time. */
    public static long bytes(long pid) {
        jcmd(pid, "GC.run");
        return usedBytes(jcmd(pid, "GC.heap_info"));
    }

    static long usedBytes(String heapInfo) {
        Matcher lines = USED.matcher(heapInfo);
        long bytes = 0;
        while (lines.find()) {
            bytes += Long.parseLong(lines.group(1)) * (lines.group(2).equals("K") ? 1024 : 1024 * 1024);
        }
        if (bytes == 0) {
            throw new IllegalStateException("jcmd's heap_info has no heap: " + heapInfo);
        }
        return bytes;
    }

    private static String jcmd(long pid, String command) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            command)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("jcmd " + command + " failed: " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException("jcmd is part of a JDK and needed to read a heap", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading a heap", e);
        }
    }
}
