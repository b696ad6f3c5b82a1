package dev.sluice.outbound.contract;

import dev.sluice.runtime.secret.Redactor;
import java.nio.charset.StandardCharsets;

/** Makes an API's words fit for a record: bounded, one line, without secrets (S1, E1). */
final class ErrorText {

    /** The Bot API's longest descriptions are some 200 characters; people's texts can be quoted in one. */
    static final int MAX_CHARS = 1000;

    /** Enough to recognise an error page by. */
    private static final int MAX_PAGE_CHARS = 200;

    private static final int MAX_PAGE_BYTES = 4 * 1024;

    /** Longer than any token. The end of what was cut is dropped, since half of one would not be recognised. */
    private static final int TOKEN_CHARS = 100;

    private ErrorText() {}

    static String of(String text) {
        return oneLine(Redactor.redact(text), MAX_CHARS);
    }

    /**
     * The start of a body that is not the API's.
     *
     * @param complete whether the body ends where it should
     */
    static String ofPage(byte[] body, boolean complete) {
        String start = new String(body, 0, Math.min(body.length, MAX_PAGE_BYTES), StandardCharsets.UTF_8);
        String safe = Redactor.redact(start);
        boolean whole = complete && body.length <= MAX_PAGE_BYTES;
        return oneLine(whole ? safe : safe.substring(0, Math.max(0, safe.length() - TOKEN_CHARS)), MAX_PAGE_CHARS);
    }

    /** Text that is redacted already: half a token is no longer recognised, and tells as much. */
    private static String oneLine(String safe, int maxChars) {
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
