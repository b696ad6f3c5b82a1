package dev.sluice.model;

import java.util.Optional;

/** What an API says about a call that it refused, in the words of its own contract (R132, R133). */
public sealed interface SendError {

    /**
     * The Bot API's.
     *
     * @param code {@code error_code}
     * @param parameters {@code parameters} as it came; a usable {@code retry_after} or {@code migrate_to_chat_id} stands here
     */
    record Telegram(int code, String description, Optional<RawJson> parameters) implements SendError {}

    /**
     * UnifyPort's (R130).
     *
     * @param numericCode as it came: no public source gives its type
     * @param requestId for tracing; no idempotency key (R134)
     */
    record UnifyPort(String code, Optional<RawJson> numericCode, String message, Optional<String> requestId)
            implements SendError {}
}
