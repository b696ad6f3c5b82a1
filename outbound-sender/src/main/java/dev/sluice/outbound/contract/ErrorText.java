package dev.sluice.outbound.contract;

import dev.sluice.runtime.secret.Redactor;
import java.nio.charset.StandardCharsets;

/** Makes an API's words fit for a record: bounded, one line, without secrets (S1, E1). */
final class ErrorText {

    /** The Bot API's longest descriptions are some 200 characters; people's texts can be quoted in one. */
    static final int MAX_CHARS = 1000;

    /** Enough to recognise an error page by. */
    private static final int MAX_PAGE_CHARS = 200;

    /** Cut well behind what is kept, so that no token is halved before it is redacted. */
    private static final int MAX_PAGE_BYTES = 4 * 1024;

    private ErrorText() {}

    static String of(String text) {
        return of(text, MAX_CHARS);
    }

    /** The start of a body that is not the API's. */
    static String ofPage(byte[] body) {
        String start = new String(body, 0, Math.min(body.length, MAX_PAGE_BYTES), StandardCharsets.UTF_8);
        return of(start, MAX_PAGE_CHARS);
    }

    private static String of(String text, int maxChars) {
        // redacted before it is cut: half a token is no longer recognised, and tells as much
        String safe = Redactor.redact(text);
        StringBuilder out = new StringBuilder(Math.min(safe.length(), maxChars) + 1);
        for (int i = 0; i < safe.length(); i++) {
            if (out.length() >= maxChars) {
                return out.append('…').toString();
            }
            char c = safe.charAt(i);
            if (!Character.isWhitespace(c) && !Character.isISOControl(c)) {
                out.append(c);
            } else if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
        }
        return out.toString().strip();
    }
}
