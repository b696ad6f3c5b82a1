package dev.sluice.local.botapi;

import tools.jackson.databind.JsonNode;

/**
 * Figures of one bot.
 *
 * @param polled whether a long poll hangs
 * @param head id of the first event in the queue, 0 when the queue does not exist
 * @param tail next id to be assigned, 0 when the queue does not exist
 */
public record BotStats(
        long botId, int pending, long generated, long confirmed, long refused, boolean polled, int head, int tail) {

    static BotStats of(JsonNode json) {
        return new BotStats(
                json.path("bot_id").asLong(),
                json.path("pending").asInt(),
                json.path("generated").asLong(),
                json.path("confirmed").asLong(),
                json.path("refused").asLong(),
                json.path("polled").asBoolean(),
                json.path("head").asInt(),
                json.path("tail").asInt());
    }
}
