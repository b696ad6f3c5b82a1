package dev.sluice.cli;

import dev.sluice.runtime.lifecycle.ExitCode;
import java.util.Locale;

/**
 * One thing that {@code sluice check} looked at.
 *
 * @param subject a word that names it, like {@code topic:telegram.updates}
 * @param detail what was found, or what is wrong and what it wants
 * @param exitCode what the command ends with when this is the worst
 */
record CheckRow(String subject, Status status, String detail, ExitCode exitCode) {
    /** How it stands. */
    enum Status {
        OK,
        /** Works, and somebody should know. */
        WARNING,
        FAILED,
        /** Cannot be told from here. */
        UNKNOWN
    }

    static CheckRow ok(String subject, String detail) {
        return new CheckRow(subject, Status.OK, detail, ExitCode.OK);
    }

    static CheckRow warning(String subject, String detail) {
        return new CheckRow(subject, Status.WARNING, detail, ExitCode.OK);
    }

    static CheckRow unknown(String subject, String detail) {
        return new CheckRow(subject, Status.UNKNOWN, detail, ExitCode.OK);
    }

    static CheckRow failed(String subject, ExitCode exitCode, String detail) {
        return new CheckRow(subject, Status.FAILED, detail, exitCode);
    }

    String line() {
        return subject + " " + word() + " " + detail;
    }

    String json() {
        return JsonLines.object(json -> {
            json.writeStringProperty("subject", subject);
            json.writeStringProperty("status", word());
            json.writeStringProperty("detail", detail);
        });
    }

    private String word() {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
