package dev.sluice.model;

/**
 * An {@link Outcome} as JSON:
 *
 * <pre>{"request_id","sender","state","attempt","at","message","http_status","error","reason","method","chat_id","cause"}</pre>
 *
 * with null where there is nothing to say.
 */
public final class OutcomeCodec {

    private OutcomeCodec() {}

    public static byte[] encode(Outcome outcome) {
        return ObjectWriter.object(json -> {
            json.text("request_id", outcome.requestId());
            json.text("sender", outcome.sender().text());
            json.text("state", outcome.state().word());
            json.number("attempt", outcome.attempt());
            json.time("at", outcome.at());
            json.raw("message", outcome.message());
            json.number("http_status", outcome.httpStatus());
            SendErrorFields.write(json, outcome.error());
            json.text("reason", outcome.reason().word());
            json.text("method", outcome.method());
            json.raw("chat_id", outcome.chatId().map(ChatId::json));
            json.text("cause", outcome.cause());
        });
    }

    /**
     * Reads an outcome.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static Outcome decode(byte[] value) {
        Fields fields = Fields.of("outcome", value);
        return new Outcome(
                fields.text("request_id"),
                fields.sender(),
                fields.word("state", Outcome.State.values()),
                fields.smallInteger("attempt", 0),
                fields.time("at"),
                fields.optionalRaw("message"),
                fields.optionalSmallInteger("http_status", 0),
                SendErrorFields.read(fields),
                fields.word("reason", Outcome.Reason.values()),
                fields.text("method"),
                fields.optionalChatId("chat_id"),
                fields.optionalText("cause"));
    }
}
