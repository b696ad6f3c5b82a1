package dev.sluice.model;

import java.util.List;

/**
 * An {@link Attempt} as JSON:
 *
 * <pre>{"grant_id","epoch","request_id","sender","attempt","method","params","weight","chat_id","granted_at","lease_ms",
 * "deadline_ms","hold":[{"grant_id","ms","ms_after_sent"}]}</pre>
 *
 * {@code hold} is left out when it is empty.
 */
public final class AttemptCodec {

    private AttemptCodec() {}

    public static byte[] encode(Attempt attempt) {
        return ObjectWriter.object(json -> {
            json.number("grant_id", attempt.grantId());
            json.text("epoch", attempt.epoch());
            json.text("request_id", attempt.requestId());
            json.text("sender", attempt.sender().text());
            json.number("attempt", attempt.attempt());
            json.text("method", attempt.method());
            json.raw("params", attempt.params().json());
            json.number("weight", attempt.weight());
            json.raw("chat_id", attempt.chatId().map(ChatId::json));
            json.time("granted_at", attempt.grantedAt());
            json.number("lease_ms", attempt.leaseMs());
            json.number("deadline_ms", attempt.deadlineMs());
            if (!attempt.hold().isEmpty()) {
                json.objects("hold", attempt.hold(), each -> {
                    json.number("grant_id", each.grantId());
                    json.number("ms", each.ms());
                    json.number("ms_after_sent", each.msAfterSent());
                });
            }
        });
    }

    /**
     * Reads an attempt. Its parameters keep their bytes.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static Attempt decode(byte[] value) {
        Fields fields = Fields.of("attempt", value);
        long leaseMs = fields.integer("lease_ms", 0, Long.MAX_VALUE);
        return new Attempt(
                fields.integer("grant_id", 0, Long.MAX_VALUE),
                fields.text("epoch"),
                fields.text("request_id"),
                fields.sender(),
                fields.smallInteger("attempt", 1),
                fields.text("method"),
                Params.of(fields.raw("params")),
                fields.smallInteger("weight", 0),
                fields.optionalChatId("chat_id"),
                fields.time("granted_at"),
                leaseMs,
                fields.integer("deadline_ms", leaseMs, Long.MAX_VALUE),
                fields.has("hold") ? hold(fields) : List.of());
    }

    private static List<Attempt.Hold> hold(Fields fields) {
        return fields.objects("hold").stream()
                .map(each -> new Attempt.Hold(
                        each.integer("grant_id", 0, Long.MAX_VALUE),
                        each.integer("ms", 0, Long.MAX_VALUE),
                        each.integer("ms_after_sent", 0, Long.MAX_VALUE)))
                .toList();
    }
}
