package dev.sluice.model;

import dev.sluice.model.InvalidRecordException.Fault;

/**
 * A {@link SendRequest} as JSON:
 *
 * <pre>{"request_id","sender","method","params","priority","not_before","expires_at","max_attempts","on_unknown","cause"}</pre>
 *
 * Only the first four are required; the others may be absent or null. Unknown fields are ignored.
 */
public final class SendRequestCodec {

    private SendRequestCodec() {}

    public static byte[] encode(SendRequest request) {
        return ObjectWriter.object(json -> {
            json.text("request_id", request.requestId());
            json.text("sender", request.sender().text());
            json.text("method", request.method());
            json.raw("params", request.params().json());
            json.text("priority", request.priority().word());
            json.time("not_before", request.notBefore());
            json.time("expires_at", request.expiresAt());
            json.number("max_attempts", request.maxAttempts());
            json.text("on_unknown", request.onUnknown().word());
            json.text("cause", request.cause());
        });
    }

    /**
     * Reads a request. Its parameters keep their bytes.
     *
     * @throws InvalidRecordException when it is too large or not JSON, a field is missing or holds what it cannot, or the
     *     parameters are unusable
     */
    public static SendRequest decode(byte[] value) {
        if (value.length > SendRequest.MAX_BYTES) {
            throw new InvalidRecordException(
                    Fault.TOO_LARGE, "request", value.length + " bytes, more than " + SendRequest.MAX_BYTES);
        }
        Fields fields = Fields.of("request", value);
        return new SendRequest(
                fields.text("request_id"),
                fields.sender(),
                fields.text("method"),
                Params.of(fields.raw("params")),
                fields.optionalWord("priority", Priority.values()).orElse(Priority.REPLY),
                fields.optionalTime("not_before"),
                fields.optionalTime("expires_at"),
                fields.optionalSmallInteger("max_attempts", 1).orElse(SendRequest.DEFAULT_MAX_ATTEMPTS),
                fields.optionalWord("on_unknown", OnUnknown.values()).orElse(OnUnknown.HOLD),
                fields.optionalText("cause"));
    }
}
