package dev.sluice.outbound.desk.board;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Texts that others wrote, cut to what memory shall hold of each. */
final class Texts {
    /** Characters of what was to be said. */
    static final int PREVIEW = 200;

    /** Characters of an API's words, or of a cause. */
    static final int WORDS = 500;

    private Texts() {}

    /** Its first characters, whole ones only. What UTF-8 cannot hold, half of a surrogate pair, becomes a question mark. */
    static String shortened(String text, int characters) {
        String cut = text;
        if (text.length() > characters) {
            int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
            cut = text.substring(0, end);
        }
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Chats are the same without regard to case ({@code @Foo}) and quotes ({@code "42"}). */
    static String chat(String id) {
        return id.toLowerCase(Locale.ROOT);
    }
}
