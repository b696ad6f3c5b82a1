package dev.sluice.outbound.gate;

import dev.sluice.model.ChatId;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Priority;
import dev.sluice.model.Sender;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of a request when it is accepted, all of it but its content (R90). It does not change afterwards.
 *
 * @param contentHash names method and parameters: equal when these are the same call
 * @param chatKey names the chat, the same for every way to write its id; empty for a method without chat
 * @param groupLike whether the group window counts too
 * @param weight items it takes of the windows that count items, 0 or more
 * @param acceptedAtMs the request's record timestamp, wall time
 * @param notBeforeMs not granted earlier, wall time
 * @param expiresAtMs not granted at or after it, wall time; empty: the default
 */
public record JobSpec(
        Sender sender,
        String requestId,
        String contentHash,
        String method,
        Optional<ChatId> chatId,
        Optional<String> chatKey,
        boolean groupLike,
        int weight,
        Priority priority,
        long acceptedAtMs,
        OptionalLong notBeforeMs,
        OptionalLong expiresAtMs,
        int maxAttempts,
        OnUnknown onUnknown,
        Optional<String> cause) {

    public JobSpec {
        if (weight < 0 || maxAttempts < 1) {
            throw new IllegalArgumentException("a weight is 0 or more, and attempts are 1 or more");
        }
        if (chatKey.isPresent() && chatKey.get().isEmpty()) {
            throw new IllegalArgumentException("a chat key is not empty");
        }
    }

    /** The same with a fixed expiry: the default counts from the record, or from now when that lies in the future. */
    JobSpec expiring(long defaultMs, long wallMs) {
        if (expiresAtMs.isPresent()) {
            return this;
        }
        OptionalLong expiry = OptionalLong.of(Math.min(acceptedAtMs, wallMs) + defaultMs);
        return new JobSpec(
                sender,
                requestId,
                contentHash,
                method,
                chatId,
                chatKey,
                groupLike,
                weight,
                priority,
                acceptedAtMs,
                notBeforeMs,
                expiry,
                maxAttempts,
                onUnknown,
                cause);
    }
}
