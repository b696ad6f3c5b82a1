package dev.sluice.outbound.desk.board;

import dev.sluice.model.ChatId;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.Review;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What memory keeps of an open review: enough to list it, to decide on it, and to find the whole of it, which may have 4 MiB.
 *
 * @param attempt of the newest try; 0 when there is none
 * @param preview the beginning of what was to be said
 * @param partition and {@code offset}: where the record lies
 */
public record OpenReview(
        JobKey key,
        Outcome.State state,
        Instant since,
        String method,
        @Nullable ChatId chatId,
        Outcome.Reason reason,
        @Nullable Instant expiresAt,
        int attempt,
        String preview,
        int partition,
        long offset) {

    /** Of a record. */
    public static OpenReview of(Review review, int partition, long offset) {
        return new OpenReview(
                new JobKey(review.sender(), review.requestId()),
                review.state(),
                review.since(),
                review.method(),
                review.chatId().orElse(null),
                review.reason(),
                review.expiresAt().orElse(null),
                review.attempts().stream().mapToInt(Review.Try::attempt).max().orElse(0),
                preview(review),
                partition,
                offset);
    }

    Optional<ChatId> chat() {
        return Optional.ofNullable(chatId);
    }

    private static String preview(Review review) {
        return review.params()
                .text("text")
                .or(() -> review.params().text("caption"))
                .map(text -> Texts.shortened(text, Texts.PREVIEW))
                .orElse("");
    }
}
