package dev.sluice.outbound.gate;

import dev.sluice.model.ChatId;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Priority;
import dev.sluice.model.Sender;
import java.util.Optional;
import java.util.OptionalLong;

/** Requests for tests, one thing changed at a time. */
record Jobs(JobSpec spec) {

    static final Sender BOT = Sender.telegram(110001);

    static Jobs job(String id, long chat) {
        return new Jobs(new JobSpec(
                BOT,
                id,
                "hash",
                "sendMessage",
                Optional.of(ChatId.of(chat)),
                Optional.of(Long.toString(chat)),
                chat < 0,
                1,
                Priority.REPLY,
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                5,
                OnUnknown.HOLD,
                Optional.empty()));
    }

    static Jobs chatless(String id) {
        JobSpec s = job(id, 1).spec;
        return new Jobs(new JobSpec(
                BOT,
                id,
                "hash",
                "answerCallbackQuery",
                Optional.empty(),
                Optional.empty(),
                false,
                1,
                s.priority(),
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                5,
                OnUnknown.HOLD,
                Optional.empty()));
    }

    Jobs of(Sender sender) {
        return with(
                sender,
                spec.contentHash(),
                spec.weight(),
                spec.priority(),
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs bulk() {
        return with(
                spec.sender(),
                spec.contentHash(),
                spec.weight(),
                Priority.BULK,
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs content(String hash) {
        return with(
                spec.sender(),
                hash,
                spec.weight(),
                spec.priority(),
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs weight(int weight) {
        return with(
                spec.sender(),
                spec.contentHash(),
                weight,
                spec.priority(),
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs acceptedAt(long ms) {
        return with(
                spec.sender(),
                spec.contentHash(),
                spec.weight(),
                spec.priority(),
                ms,
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs notBefore(long ms) {
        return with(
                spec.sender(),
                spec.contentHash(),
                spec.weight(),
                spec.priority(),
                spec.acceptedAtMs(),
                OptionalLong.of(ms),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs expiresAt(long ms) {
        return with(
                spec.sender(),
                spec.contentHash(),
                spec.weight(),
                spec.priority(),
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                OptionalLong.of(ms),
                spec.maxAttempts(),
                spec.onUnknown());
    }

    Jobs attempts(int max) {
        return with(
                spec.sender(),
                spec.contentHash(),
                spec.weight(),
                spec.priority(),
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                max,
                spec.onUnknown());
    }

    Jobs onUnknown(OnUnknown policy) {
        return with(
                spec.sender(),
                spec.contentHash(),
                spec.weight(),
                spec.priority(),
                spec.acceptedAtMs(),
                spec.notBeforeMs(),
                spec.expiresAtMs(),
                spec.maxAttempts(),
                policy);
    }

    private Jobs with(
            Sender sender,
            String hash,
            int weight,
            Priority priority,
            long acceptedAt,
            OptionalLong notBefore,
            OptionalLong expires,
            int max,
            OnUnknown policy) {
        return new Jobs(new JobSpec(
                sender,
                spec.requestId(),
                hash,
                spec.method(),
                spec.chatId(),
                spec.chatKey(),
                spec.groupLike(),
                weight,
                priority,
                acceptedAt,
                notBefore,
                expires,
                max,
                policy,
                spec.cause()));
    }
}
