package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A chat id as a request wrote it: an integer, or a text such as {@code @channel}. {@code 42} and {@code "42"} differ
 * here, though they are one chat: that is for the gate to know.
 *
 * @param text the digits, or the text without its quotes
 * @param quoted whether it was a text
 */
public record ChatId(String text, boolean quoted) {

    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");

    public ChatId {
        if (!quoted && !INTEGER.matcher(text).matches()) {
            throw new IllegalArgumentException("a chat id that is no text is an integer");
        }
    }

    public static ChatId of(long id) {
        return new ChatId(Long.toString(id), false);
    }

    public static ChatId of(String text) {
        return new ChatId(text, true);
    }

    /** The id as JSON, as it was. */
    RawJson json() {
        return RawJson.trusted(
                quoted ? Json.MAPPER.writeValueAsBytes(text) : text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
