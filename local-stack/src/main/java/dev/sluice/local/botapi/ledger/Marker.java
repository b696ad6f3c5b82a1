package dev.sluice.local.botapi.ledger;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Optional;

/**
 * A word that a test writes into a call's body, anywhere, as {@code [#word]}: so that the call is known again in the ledger,
 * whose memory holds no bodies. Up to {@value #MAX_LENGTH} printable ASCII characters without blank, quote and bracket.
 */
public final class Marker {
    private static final byte[] START = "[#".getBytes(US_ASCII);
    private static final int MAX_LENGTH = 100;

    private Marker() {}

    /** Text with a marker in it, for a message. */
    public static String text(String word) {
        return "[#" + word + "]";
    }

    /** The first marker of a body. */
    public static Optional<String> find(byte[] body) {
        for (int at = 0; at + START.length < body.length; at++) {
            if (body[at] == START[0] && body[at + 1] == START[1]) {
                int from = at + START.length;
                int end = from;
                while (end < body.length && isWord(body[end])) {
                    end++;
                }
                if (end < body.length && body[end] == ']' && end > from && end - from <= MAX_LENGTH) {
                    return Optional.of(new String(body, from, end - from, ISO_8859_1));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isWord(byte b) {
        return b > ' ' && b < 0x7f && b != '"' && b != '\\' && b != '[' && b != ']';
    }
}
