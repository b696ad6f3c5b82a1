package dev.sluice.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * What a command sees of the world outside: its environment variables, stdin, stdout for output only, stderr for
 * everything else.
 */
public record Console(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {

    /** One with nothing on stdin. */
    public Console(Map<String, String> environment, PrintStream out, PrintStream err) {
        this(environment, InputStream.nullInputStream(), out, err);
    }

    public static Console ofThisProcess() {
        return new Console(System.getenv(), System.in, System.out, System.err);
    }
}
