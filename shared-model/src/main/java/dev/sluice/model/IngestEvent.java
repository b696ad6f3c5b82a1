package dev.sluice.model;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Something about a bot that an operator should know: the values of {@code telegram.ingest-events}. An event never says
 * that updates were lost, only what was seen.
 */
public sealed interface IngestEvent {

    long botId();

    /** When it happened. */
    Instant at();

    /** The instance that saw it. */
    String instance();

    /** Why updates may be missing. */
    enum GapCause implements Word {
        /** The ids of two batches, or within one, are not consecutive. */
        IDS("ids"),
        /** The bot was not polled for longer than the server keeps updates. */
        OUTAGE("outage");

        private final String word;

        GapCause(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }

    /**
     * Updates may be missing (R54). Ids also go missing when queued updates expire, so this is no proof of a loss.
     *
     * @param first the first missing id; empty for an outage whose ids are unknown, like {@code last} and {@code missing}
     * @param downMs how long the bot had not been polled; empty when it was polled all along
     */
    record Gap(
            long botId,
            Instant at,
            String instance,
            GapCause cause,
            OptionalInt first,
            OptionalInt last,
            OptionalLong missing,
            OptionalLong downMs)
            implements IngestEvent {}

    /**
     * The server ignored our offset: its id sequence began anew, or the offset was not of this server.
     *
     * @param firstUpdateId the lowest id of the batch
     * @param duplicates updates of the batch that were stored already and were not stored again
     * @param overlapping updates stored although an earlier sequence held their id: possible doubles, kept because the
     *     other choice is a loss
     */
    record SequenceReset(
            long botId, Instant at, String instance, int sentOffset, int firstUpdateId, int duplicates, int overlapping)
            implements IngestEvent {}

    /**
     * Somebody else polls this bot.
     *
     * @param description what the server says
     * @param count how many such answers in a row
     */
    record Conflict(long botId, Instant at, String instance, String description, int count) implements IngestEvent {}

    /**
     * A webhook is set, so polling is refused (R13).
     *
     * @param urlHost the host of its URL, never the whole of it: paths and queries carry secrets
     */
    record WebhookActive(long botId, Instant at, String instance, String urlHost) implements IngestEvent {}

    /**
     * The bot is parked: the server refuses its token, or its owner has none.
     *
     * @param httpStatus 401 or 404; empty when the owner has no token, which the record then says as {@code no_token}
     */
    record AuthFailed(long botId, Instant at, String instance, OptionalInt httpStatus) implements IngestEvent {}

    /**
     * The bot is polled again.
     *
     * @param after the type of the event that this ends, such as {@code conflict}
     * @param downMs how long it was not polled
     */
    record Resumed(long botId, Instant at, String instance, String after, long downMs) implements IngestEvent {}

    /**
     * Another instance, or the same one anew, polls the bot now.
     *
     * @param previous the owner before, as its checkpoint names it; empty for a bot without checkpoint
     */
    record OwnerChanged(long botId, Instant at, String instance, int shard, long epoch, Optional<String> previous)
            implements IngestEvent {}

    /**
     * A batch held nothing usable: all of it went to quarantine, and the offset stays.
     *
     * @param elements how many elements it had
     */
    record BatchUnusable(long botId, Instant at, String instance, int elements) implements IngestEvent {}

    /**
     * The checkpoint reached its most ranges, and forgot the oldest before their time: their updates, delivered again,
     * would be stored again.
     *
     * @param ranges how many were dropped
     * @param first the first id of the first one dropped
     * @param last the last id of the last one dropped
     */
    record RecentTrimmed(long botId, Instant at, String instance, int ranges, int first, int last)
            implements IngestEvent {}
}
