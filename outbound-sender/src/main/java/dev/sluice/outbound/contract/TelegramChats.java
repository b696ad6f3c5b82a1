package dev.sluice.outbound.contract;

import dev.sluice.model.ChatId;
import java.util.Locale;

/**
 * Which chat a {@code chat_id} names, as the Bot API server reads it: a text that begins with @ is a name, whose case does not
 * count; of any other the decimal integer that it begins with counts ({@code 42}, {@code "42"}, {@code "042"} are one chat).
 * What it cannot read gets a lane by its text, and is the API's to refuse.
 */
final class TelegramChats {

    /** Names have at most 32 characters, ids 20. Longer texts name no chat, and may share a lane. */
    private static final int MAX_KEY_CHARS = 64;

    /** Digits that surely fit a long. */
    private static final int MAX_DIGITS = 18;

    private TelegramChats() {}

    static Chat of(ChatId id) {
        String text = id.text();
        if (text.startsWith("@")) {
            return new Chat(cut(text).toLowerCase(Locale.ROOT), true);
        }
        int digitsFrom = text.startsWith("-") ? 1 : 0;
        int from = digitsFrom;
        while (from < text.length() && text.charAt(from) == '0') {
            from++;
        }
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (end == digitsFrom || end - from > MAX_DIGITS) {
            return new Chat(cut(text), digitsFrom == 1);
        }
        // zero is no chat, and has no sign
        long number = end == from ? 0 : Long.parseLong(text.substring(from, end));
        return new Chat(Long.toString(digitsFrom == 1 ? -number : number), digitsFrom == 1 && number != 0);
    }

    private static String cut(String text) {
        return text.length() <= MAX_KEY_CHARS ? text : text.substring(0, MAX_KEY_CHARS);
    }
}
