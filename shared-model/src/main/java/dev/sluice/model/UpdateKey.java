package dev.sluice.model;

import java.nio.charset.StandardCharsets;

/**
 * The key of an update in {@code telegram.updates}: {@code <bot_id>:<update_id>} (R21). It names the bot, never its token
 * (R22).
 *
 * @param botId the number before the colon of the bot's token, positive
 * @param updateId 0 to {@link #MAX_UPDATE_ID}
 */
public record UpdateKey(long botId, int updateId) {

    /** The largest usable update id: the offset that confirms it, one more, is still a 32-bit integer. */
    public static final int MAX_UPDATE_ID = 2_147_483_646;

    public UpdateKey {
        if (botId <= 0) {
            throw new IllegalArgumentException("a bot id is positive: " + botId);
        }
        if (updateId < 0 || updateId > MAX_UPDATE_ID) {
            throw new IllegalArgumentException("an update id is 0 to " + MAX_UPDATE_ID + ": " + updateId);
        }
    }

    public String text() {
        return botId + ":" + updateId;
    }

    public byte[] bytes() {
        return text().getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads what {@link #text()} writes, and nothing else: no signs, spaces or leading zeros, so that equal keys have equal
     * bytes.
     *
     * @throws InvalidRecordException when the text is no such key
     */
    public static UpdateKey parse(String text) {
        int colon = text.indexOf(':');
        if (colon > 0) {
            long botId = Decimal.parse(text, 0, colon);
            long updateId = Decimal.parse(text, colon + 1, text.length());
            if (botId > 0 && updateId >= 0 && updateId <= MAX_UPDATE_ID) {
                return new UpdateKey(botId, (int) updateId);
            }
        }
        throw InvalidRecordException.invalid("key", "not <bot_id>:<update_id>");
    }

    @Override
    public String toString() {
        return text();
    }
}
