package dev.sluice.model;

/**
 * An {@link AttemptResult} as JSON:
 *
 * <pre>{"grant_id","request_id","sender","attempt","class","http_status","ms_since_sent","ms_since_received","message",
 * "error"}</pre>
 */
public final class AttemptResultCodec {

    private AttemptResultCodec() {}

    public static byte[] encode(AttemptResult result) {
        return ObjectWriter.object(json -> {
            json.number("grant_id", result.grantId());
            json.text("request_id", result.requestId());
            json.text("sender", result.sender().text());
            json.number("attempt", result.attempt());
            json.text("class", result.resultClass().word());
            json.number("http_status", result.httpStatus());
            json.number("ms_since_sent", result.msSinceSent());
            json.number("ms_since_received", result.msSinceReceived());
            json.raw("message", result.message());
            SendErrorFields.write(json, result.error());
        });
    }

    /**
     * Reads a result.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static AttemptResult decode(byte[] value) {
        Fields fields = Fields.of("result", value);
        return new AttemptResult(
                fields.integer("grant_id", 0, Long.MAX_VALUE),
                fields.text("request_id"),
                fields.sender(),
                fields.smallInteger("attempt", 1),
                fields.word("class", ResultClass.values()),
                fields.optionalSmallInteger("http_status", 0),
                fields.optionalInteger("ms_since_sent", 0, Long.MAX_VALUE),
                fields.optionalInteger("ms_since_received", 0, Long.MAX_VALUE),
                fields.optionalRaw("message"),
                SendErrorFields.read(fields));
    }
}
