package dev.sluice.outbound.desk.board;

import dev.sluice.model.ChatId;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.SendError;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What memory keeps of an outcome. What the API returned stays in the topic: it may be large, and is somebody's message.
 *
 * @param httpStatus 0 for none
 */
public record Told(
        JobKey key,
        Outcome.State state,
        int attempt,
        Instant at,
        int httpStatus,
        @Nullable SendError error,
        Outcome.Reason reason,
        String method,
        @Nullable ChatId chatId,
        @Nullable String cause) {

    /** Of a record. */
    public static Told of(Outcome outcome) {
        return new Told(
                new JobKey(outcome.sender(), outcome.requestId()),
                outcome.state(),
                outcome.attempt(),
                outcome.at(),
                outcome.httpStatus().orElse(0),
                outcome.error().map(Told::shortened).orElse(null),
                outcome.reason(),
                outcome.method(),
                outcome.chatId().orElse(null),
                outcome.cause().map(text -> Texts.shortened(text, Texts.WORDS)).orElse(null));
    }

    private static SendError shortened(SendError error) {
        if (error instanceof SendError.Telegram telegram) {
            return new SendError.Telegram(
                    telegram.code(),
                    Texts.shortened(telegram.description(), Texts.WORDS),
                    telegram.parameters().filter(some -> some.length() <= Texts.WORDS));
        }
        SendError.UnifyPort unifyPort = (SendError.UnifyPort) error;
        return new SendError.UnifyPort(
                Texts.shortened(unifyPort.code(), Texts.WORDS),
                unifyPort.numericCode().filter(some -> some.length() <= Texts.WORDS),
                Texts.shortened(unifyPort.message(), Texts.WORDS),
                unifyPort.requestId().map(id -> Texts.shortened(id, Texts.WORDS)));
    }

    Optional<ChatId> chat() {
        return Optional.ofNullable(chatId);
    }
}
