package dev.sluice.local.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * What every {@link ChildJvm} really starts: it ties the child's life to its parent's, then calls the wanted main.
 *
 * <p>The parent holds the other end of the child's standard input and never writes to it. However the parent ends, a
 * SIGKILL included, the pipe is closed by the kernel; the child then exits the way it does on SIGTERM, and is halted when
 * that takes longer than {@value #GRACE_MS} ms. With the system property {@value #HALTS_WITH_PARENT} it is halted at once.
 */
public final class ChildMain {
    /** Longer than any clean drain the local stack has, short enough that a killed test run leaves nothing behind. */
    private static final long GRACE_MS = 10_000;

    static final String HALTS_WITH_PARENT = "sluice.child.halts-with-parent";

    private static final int PARENT_GONE = 129;

    private ChildMain() {}

    /** Calls the main method of the class {@code args[0]} with the rest of the arguments. */
    public static void main(String[] args) throws Throwable {
        InputStream parent = System.in;
        daemon("child-parent-watch", () -> {
            awaitEnd(parent);
            if (Boolean.getBoolean(HALTS_WITH_PARENT)) {
                Runtime.getRuntime().halt(PARENT_GONE);
            }
            exitWithin();
        });
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static void awaitEnd(InputStream parent) {
        try {
            while (parent.read() >= 0) {
                // nothing is ever sent: only the end of the stream means something
            }
        } catch (IOException e) {
            // a broken pipe says the same as its end
        }
    }

    private static void exitWithin() {
        daemon("child-halt", () -> {
            try {
                Thread.sleep(GRACE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(PARENT_GONE);
        });
        System.exit(PARENT_GONE);
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
