package dev.sluice.local.botapi;

import dev.sluice.local.botapi.core.IdRanges;
import tools.jackson.databind.JsonNode;

/**
 * What became of one id sequence of one bot.
 *
 * @param sequence running number, from 1
 * @param first first id that was assigned
 * @param last last id that was assigned so far
 * @param confirmed deleted by an offset after an answer had carried them
 * @param deletedUnseen deleted by an offset though no answer ever carried them
 * @param dropped thrown away: negative offset, drop_pending_updates, logOut, a restarted sequence
 * @param expired too old before anybody confirmed them
 */
public record LedgerSequence(
        long botId,
        int sequence,
        int first,
        int last,
        IdRanges confirmed,
        IdRanges deletedUnseen,
        IdRanges dropped,
        IdRanges expired) {

    static LedgerSequence of(JsonNode line) {
        return new LedgerSequence(
                line.path("bot_id").asLong(),
                line.path("sequence").asInt(),
                line.path("first").asInt(),
                line.path("last").asInt(),
                LedgerCall.ranges(line, "confirmed"),
                LedgerCall.ranges(line, "deleted_unseen"),
                LedgerCall.ranges(line, "dropped"),
                LedgerCall.ranges(line, "expired"));
    }
}
