package dev.sluice.local.view;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How large the terminal is, by {@code stty}; 80 by 24 when it does not say. */
record TerminalSize(int columns, int rows) {
    private static final TerminalSize USUAL = new TerminalSize(80, 24);

    /** Whether this process's stdout is a terminal. */
    static boolean standsAtStdout() {
        try {
            Process test = new ProcessBuilder("test", "-t", "1")
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return test.waitFor(2, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static TerminalSize now() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .start();
            String[] words = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", -1);
            int rows = Integer.parseInt(words[0]);
            int columns = Integer.parseInt(words[1]);
            return rows > 0 && columns > 0 ? new TerminalSize(columns, rows) : USUAL;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return USUAL;
        }
    }
}
