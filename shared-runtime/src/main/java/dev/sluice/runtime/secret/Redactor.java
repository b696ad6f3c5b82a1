package dev.sluice.runtime.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Takes secrets out of text that is about to be written (S1): every registered value, and whatever has the shape of a bot
 * token, known to us or not. The bot id before the colon is no secret and stays.
 *
 * <p>Thread-safe. A line without a token's colon in it costs one scan and no copy.
 */
public final class Redactor {
    private static final String DOTS = "•••";

    /** A value shorter than this is not looked for: it would tear ordinary words, and tell what it was by doing so. */
    private static final int SHORTEST = 4;

    /** Longest first, so that a value that contains another goes whole. Replaced, never changed. */
    private static volatile String[] values = {};

    private Redactor() {}

    /** Redacts this secret's value from now on, as it is and percent-encoded. */
    public static void register(Secret secret) {
        register(secret.reveal());
    }

    static synchronized void register(String value) {
        // ten thousand tokens need no list: their shape gives them away
        if (value.strip().length() < SHORTEST || TokenShape.isToken(value)) {
            return;
        }
        Set<String> all = new LinkedHashSet<>(Arrays.asList(values));
        all.add(value);
        all.add(value.strip());
        all.add(URLEncoder.encode(value.strip(), StandardCharsets.UTF_8));
        values = all.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toArray(String[]::new);
    }

    /** {@code text} without secrets; the same object when there were none. */
    public static String redact(String text) {
        String result = TokenShape.redact(text, DOTS);
        for (String value : values) {
            if (result.contains(value)) {
                result = result.replace(value, DOTS);
            }
        }
        return result;
    }
}
