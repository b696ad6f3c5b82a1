package dev.sluice.runtime.lifecycle;

import dev.sluice.runtime.secret.Redactor;
import org.jspecify.annotations.Nullable;

/**
 * Why a command cannot start: an exit code and one line, {@code sluice: <subject>: <problem>}, which is the last line on
 * stderr (CONTRACT "Process"). The subject is a setting's key or the thing concerned; the problem says what is wrong and
 * what is wanted instead. Neither holds a secret; the line is redacted all the same.
 */
public final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    public StartFailure(ExitCode exitCode, String subject, String problem) {
        this(exitCode, subject, problem, null);
    }

    /** With the cause, which goes to the log (at DEBUG) and never into the line. */
    public StartFailure(ExitCode exitCode, String subject, String problem, @Nullable Throwable cause) {
        super(subject + ": " + problem, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /** The line for stderr, redacted, without a line break inside or at its end. */
    public String line() {
        return lineOf(String.valueOf(getMessage()));
    }

    /** Any text as such a line, for failures that are no {@code StartFailure}. */
    static String lineOf(String text) {
        return "sluice: " + Redactor.redact(text).replaceAll("\\s*\\R\\s*", " ");
    }
}
