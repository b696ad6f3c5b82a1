package dev.sluice.local.botapi;

import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One update that was queued for a bot.
 *
 * @param sequence running number of the bot's id sequence, from 1; restarts begin a new one
 * @param availableMicros Unix microseconds at which it could first be fetched
 * @param sha256 hex hash of the array element exactly as an answer carries it; empty when it is not kept
 * @param bytes that element, when asked for and kept
 */
@SuppressWarnings("ArrayRecordComponent") // compared by hash, never by equals
public record LedgerPush(
        long botId,
        int sequence,
        int updateId,
        String kind,
        long availableMicros,
        String sha256,
        byte @Nullable [] bytes) {

    static LedgerPush of(JsonNode line) {
        return new LedgerPush(
                line.path("bot_id").asLong(),
                line.path("sequence").asInt(),
                line.path("update_id").asInt(),
                line.path("kind").asString(),
                line.path("available_us").asLong(),
                line.path("sha256").asString(""),
                line.has("bytes") ? Base64.getDecoder().decode(line.get("bytes").asString()) : null);
    }
}
