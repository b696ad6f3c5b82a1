package dev.sluice.ingest.telegram;

import dev.sluice.runtime.secret.Redactor;
import java.nio.charset.StandardCharsets;

/** Makes foreign text fit for a log line: short, without control characters, without secrets (A19, E1, S1). */
final class Detail {
    /** Enough to recognise an error page by; a log line stays a line. */
    private static final int MAX_CHARS = 200;

    /** Cut well behind what is shown, so that no token is halved before it is redacted. */
    private static final int MAX_BYTES = 4 * 1024;

    private Detail() {}

    static String of(String text) {
        // redacted before it is cut: half a token is no longer recognised, and tells as much
        String safe = Redactor.redact(text);
        StringBuilder out = new StringBuilder(Math.min(safe.length(), MAX_CHARS) + 1);
        for (int i = 0; i < safe.length(); i++) {
            if (out.length() >= MAX_CHARS) {
                return out.append('…').toString();
            }
            char c = safe.charAt(i);
            boolean blank = Character.isWhitespace(c) || Character.isISOControl(c) || isFormat(c);
            if (!blank) {
                out.append(c);
            } else if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
        }
        return out.toString().strip();
    }

    /** The start of a body that is not what it should be. */
    static String of(byte[] body, int length) {
        return of(new String(body, 0, Math.min(length, MAX_BYTES), StandardCharsets.UTF_8));
    }

    /** A failure by its class and message; the message of a network error names host and port, never the path. */
    static String of(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        return failure.getMessage() == null ? name : of(name + ": " + failure.getMessage());
    }

    private static boolean isFormat(char c) {
        int type = Character.getType(c);
        return type == Character.FORMAT || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }
}
