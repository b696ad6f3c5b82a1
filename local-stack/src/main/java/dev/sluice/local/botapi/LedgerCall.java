package dev.sluice.local.botapi;

import dev.sluice.local.botapi.core.IdRanges;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One call as the ledger knows it. Times: {@code Micros} Unix microseconds, {@code Nanos} the simulator's monotonic clock.
 *
 * @param seq running number over all bots, from 1
 * @param botId bot that the token belongs to or claims, 0 when it claims none
 * @param peer client address and port
 * @param receivedMicros when the request's head had been read
 * @param answeredMicros when the answer was written or the connection cut; 0 while it waits, or when it never was
 * @param status HTTP status, 0 without an answer
 * @param offsetSent as sent, null when not sent; the same for limit and timeout
 * @param chatId chat of a method other than getUpdates
 * @param bodySha256 hex hash of the request body, not for getUpdates
 * @param marker word that the body was marked with, null without: {@link dev.sluice.local.botapi.ledger.Marker}
 * @param floodBody what a 429 said, null for other answers
 * @param offset as understood; with limit and timeout meaningful when {@code resolution} is present
 * @param resolution row of the offset table, null when the queue was not looked at
 * @param returned ids that the answer carried, whether or not it arrived
 * @param confirmed ids that this call's offset deleted after an earlier answer had carried them
 * @param deletedUnseen ids that this call's offset deleted though no answer had carried them
 * @param dropped ids thrown away by a negative offset or a webhook call
 * @param expired ids found expired
 * @param fault name of the fault rule, null without
 * @param closedByPeer whether the client had gone before the answer
 */
public record LedgerCall(
        long seq,
        long botId,
        String method,
        String peer,
        long receivedMicros,
        long receivedNanos,
        long answeredMicros,
        long answeredNanos,
        int status,
        @Nullable String offsetSent,
        @Nullable String limitSent,
        @Nullable String timeoutSent,
        @Nullable String chatId,
        @Nullable String bodySha256,
        @Nullable String marker,
        @Nullable String floodBody,
        int offset,
        int limit,
        int timeout,
        @Nullable String resolution,
        IdRanges returned,
        IdRanges confirmed,
        IdRanges deletedUnseen,
        IdRanges dropped,
        IdRanges expired,
        @Nullable String fault,
        boolean closedByPeer) {

    static LedgerCall of(JsonNode line) {
        return new LedgerCall(
                line.path("seq").asLong(),
                line.path("bot_id").asLong(),
                line.path("method").asString(),
                line.path("peer").asString(),
                line.path("received_us").asLong(),
                line.path("received_nanos").asLong(),
                line.path("answered_us").asLong(0),
                line.path("answered_nanos").asLong(0),
                line.path("status").asInt(0),
                text(line, "offset_sent"),
                text(line, "limit_sent"),
                text(line, "timeout_sent"),
                text(line, "chat_id"),
                text(line, "body_sha256"),
                text(line, "marker"),
                text(line, "flood_body"),
                line.path("offset").asInt(0),
                line.path("limit").asInt(0),
                line.path("timeout").asInt(0),
                text(line, "resolution"),
                ranges(line, "returned"),
                ranges(line, "confirmed"),
                ranges(line, "deleted_unseen"),
                ranges(line, "dropped"),
                ranges(line, "expired"),
                text(line, "fault"),
                line.path("closed_by_peer").asBoolean(false));
    }

    private static @Nullable String text(JsonNode line, String field) {
        return line.has(field) ? line.get(field).asString() : null;
    }

    static IdRanges ranges(JsonNode line, String field) {
        IdRanges ranges = IdRanges.NONE;
        for (JsonNode range : line.path(field)) {
            ranges = ranges.plus(IdRanges.of(range.get(0).asInt(), range.get(1).asInt()));
        }
        return ranges;
    }
}
