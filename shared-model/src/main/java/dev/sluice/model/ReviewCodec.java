package dev.sluice.model;

import java.util.List;

/**
 * A {@link Review} as JSON:
 *
 * <pre>{"request_id","sender","state","since","method","params","chat_id","reason","expires_at",
 * "attempts":[{"attempt","at","class","http_status","error"}]}</pre>
 */
public final class ReviewCodec {

    private ReviewCodec() {}

    public static byte[] encode(Review review) {
        return ObjectWriter.object(json -> {
            json.text("request_id", review.requestId());
            json.text("sender", review.sender().text());
            json.text("state", review.state().word());
            json.time("since", review.since());
            json.text("method", review.method());
            json.raw("params", review.params().json());
            json.raw("chat_id", review.chatId().map(ChatId::json));
            json.text("reason", review.reason().word());
            json.time("expires_at", review.expiresAt());
            json.objects("attempts", review.attempts(), each -> {
                json.number("attempt", each.attempt());
                json.time("at", each.at());
                json.text("class", each.resultClass().word());
                json.number("http_status", each.httpStatus());
                SendErrorFields.write(json, each.error());
            });
        });
    }

    /**
     * Reads a review. Its parameters keep their bytes.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static Review decode(byte[] value) {
        Fields fields = Fields.of("review", value);
        return new Review(
                fields.text("request_id"),
                fields.sender(),
                fields.word("state", Outcome.State.values()),
                fields.time("since"),
                fields.text("method"),
                Params.of(fields.raw("params")),
                fields.optionalChatId("chat_id"),
                fields.word("reason", Outcome.Reason.values()),
                fields.optionalTime("expires_at"),
                attempts(fields));
    }

    private static List<Review.Try> attempts(Fields fields) {
        return fields.objects("attempts").stream()
                .map(each -> new Review.Try(
                        each.smallInteger("attempt", 1),
                        each.time("at"),
                        each.word("class", ResultClass.values()),
                        each.optionalSmallInteger("http_status", 0),
                        SendErrorFields.read(each)))
                .toList();
    }
}
