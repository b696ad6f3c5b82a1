package dev.sluice.system.check.send;

import dev.sluice.local.botapi.LedgerCall;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A send as the simulated API saw it.
 *
 * @param requestId that the body was marked with; empty when it was not
 * @param chat normalised; empty for a method without one
 * @param headNanos when its head had been read, in the API's monotonic clock
 * @param headMicros the same in Unix microseconds
 * @param answeredNanos when its answer was written; 0 when it never was
 * @param status HTTP status; 0 without an answer
 * @param retryAfterMs what a 429 asked for; empty when it asked for nothing usable
 */
record WireCall(
        long seq,
        String sender,
        String requestId,
        String chat,
        long headNanos,
        long headMicros,
        long answeredNanos,
        int status,
        OptionalLong retryAfterMs,
        String bodySha256) {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int FLOOD = 429;

    /** Calls that no gate counts. */
    private static final Set<String> NO_SENDS = Set.of("getme", "getupdates", "getwebhookinfo");

    static boolean isSend(LedgerCall call) {
        return !NO_SENDS.contains(call.method().toLowerCase(Locale.ROOT));
    }

    static WireCall of(LedgerCall call) {
        String hash = call.bodySha256();
        String marker = call.marker();
        return new WireCall(
                call.seq(),
                "telegram:" + call.botId(),
                marker == null ? "" : marker,
                Chats.normal(call.chatId()),
                call.receivedNanos(),
                call.receivedMicros(),
                call.answeredNanos(),
                call.status(),
                retryAfterMs(call.floodBody() == null ? "" : call.floodBody()),
                hash == null ? "" : hash);
    }

    boolean isFlood() {
        return status == FLOOD && answeredNanos != 0;
    }

    /** When its answer was written, in Unix microseconds. */
    long answeredMicros() {
        return headMicros + (answeredNanos - headNanos) / 1_000;
    }

    String jobKey() {
        return sender + "/" + requestId;
    }

    /** For a finding. */
    String where() {
        return "call " + seq + " of " + jobKey();
    }

    private static OptionalLong retryAfterMs(String body) {
        try {
            JsonNode seconds = JSON.readTree(body).path("parameters").path("retry_after");
            return seconds.isIntegralNumber() && seconds.longValue() > 0
                    ? OptionalLong.of(seconds.longValue() * 1_000)
                    : OptionalLong.empty();
        } catch (JacksonException notJson) {
            return OptionalLong.empty();
        }
    }
}
