package dev.sluice.system.bench.rig;

import java.io.PrintStream;
import java.util.Locale;

/** Tells a person who waits what is going on, with the seconds since the start. */
public final class Progress {
    private final PrintStream err;
    private final long start = System.nanoTime();

    public Progress(PrintStream err) {
        this.err = err;
    }

    public void say(String format, Object... args) {
        err.printf(Locale.ROOT, "%5.1f s  %s%n", seconds(), String.format(Locale.ROOT, format, args));
    }

    public double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }
}
