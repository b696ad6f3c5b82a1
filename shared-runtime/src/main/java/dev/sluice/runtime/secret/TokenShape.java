package dev.sluice.runtime.secret;

/**
 * What a bot token looks like: 1-20 digits, a colon (or {@code %3A}, however often encoded), 30 or more of
 * {@code A-Za-z0-9_-}; and in a Bot API path, {@code /bot<digits>:<anything>/}, also when cut short.
 */
final class TokenShape {
    private static final int MAX_ID_DIGITS = 20;
    private static final int MIN_SECRET = 30;

    private TokenShape() {}

    /** Whether {@code text} as a whole is a token of that shape, and so is found without being registered. */
    static boolean isToken(String text) {
        int colon = text.indexOf(':');
        return colon > 0
                && colon <= MAX_ID_DIGITS
                && digitsBefore(text, colon) == colon
                && secretAfter(text, colon + 1) == text.length() - colon - 1
                && text.length() - colon - 1 >= MIN_SECRET;
    }

    /** {@code text} with the part after each token's colon replaced; the same object when there is none. */
    static String redact(String text, String replacement) {
        StringBuilder out = null;
        int copied = 0;
        int colon = text.indexOf(':'); // indexOf is many times faster than looking at each character here
        int percent = text.indexOf('%');
        while (colon >= 0 || percent >= 0) {
            int at = percent < 0 || (colon >= 0 && colon < percent) ? colon : percent;
            int start = at == colon ? at + 1 : afterEncodedColon(text, at);
            int end = start < 0 ? -1 : secretEnd(text, at, start);
            if (end > 0) {
                out = (out == null ? new StringBuilder(text.length()) : out)
                        .append(text, copied, start)
                        .append(replacement);
                copied = end;
            }
            int next = Math.max(end, at + 1);
            colon = colon >= 0 && colon < next ? text.indexOf(':', next) : colon;
            percent = percent >= 0 && percent < next ? text.indexOf('%', next) : percent;
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    /** Where the secret that begins at {@code start} ends, when what stands around the colon at {@code at} is a token; or -1. */
    private static int secretEnd(String text, int at, int start) {
        int digits = digitsBefore(text, at);
        if (digits == 0) {
            return -1;
        }
        if (text.startsWith("/bot", at - digits - "/bot".length())) {
            int length = pathSegment(text, start);
            return length > 0 ? start + length : -1;
        }
        int length = secretAfter(text, start);
        return length >= MIN_SECRET ? start + length : -1;
    }

    private static int digitsBefore(String text, int end) {
        int n = 0;
        while (n < end && isDigit(text.charAt(end - 1 - n))) {
            n++;
        }
        return n;
    }

    /** The index behind {@code %3A}, {@code %253A}, ... at {@code at}, or -1. */
    private static int afterEncodedColon(String text, int at) {
        int i = at + 1;
        while (text.startsWith("25", i)) {
            i += 2;
        }
        return text.regionMatches(true, i, "3A", 0, 2) ? i + 2 : -1;
    }

    private static int secretAfter(String text, int start) {
        int i = start;
        while (i < text.length() && isSecret(text.charAt(i))) {
            i++;
        }
        return i - start;
    }

    private static int pathSegment(String text, int start) {
        int i = start;
        while (i < text.length() && text.charAt(i) > ' ' && "/?#\"'<>\\,;)]}".indexOf(text.charAt(i)) < 0) {
            i++;
        }
        return i - start;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSecret(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-';
    }
}
