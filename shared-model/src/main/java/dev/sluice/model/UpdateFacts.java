package dev.sluice.model;

import java.util.OptionalLong;

/**
 * The little that ingest knows about the content of an update. K is the first key other than {@code update_id}, whatever
 * it is: kinds that the Bot API adds tomorrow are treated like those of today (R24).
 *
 * @param kind the name of K, such as {@code message}; {@link #UNKNOWN} when there is none
 * @param chatId the first present of K.chat.id, K.message.chat.id and K.voter_chat.id
 * @param partitionId {@code chatId}, else the first present of K.from.id and K.user.id: the id that chooses the partition
 */
public record UpdateFacts(String kind, OptionalLong chatId, OptionalLong partitionId) {

    /** The kind of an update that has no key beside {@code update_id}. */
    public static final String UNKNOWN = "unknown";

    /** The facts of an update that says nothing. */
    public static final UpdateFacts NONE = ofKind(UNKNOWN);

    static UpdateFacts ofKind(String kind) {
        return new UpdateFacts(kind, OptionalLong.empty(), OptionalLong.empty());
    }

    static UpdateFacts ofChat(String kind, OptionalLong chatId) {
        return new UpdateFacts(kind, chatId, chatId);
    }

    static UpdateFacts ofUser(String kind, OptionalLong userId) {
        return new UpdateFacts(kind, OptionalLong.empty(), userId);
    }
}
