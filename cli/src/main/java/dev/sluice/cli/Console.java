package dev.sluice.cli;

import java.io.PrintStream;
import java.util.Map;

/**
 * What a command sees of the world outside: its environment variables, stdout for output only, stderr for everything
 * else.
 */
public record Console(Map<String, String> environment, PrintStream out, PrintStream err) {

    public static Console ofThisProcess() {
        return new Console(System.getenv(), System.out, System.err);
    }
}
