package dev.sluice.model;

import java.util.Optional;

/**
 * A {@link SendError} as a field of another record: {@code {"code","description","parameters"}}, or for UnifyPort
 * {@code {"code","numeric_code","message","request_id"}}, or null.
 */
final class SendErrorFields {

    private SendErrorFields() {}

    static void write(ObjectWriter json, Optional<SendError> error) {
        json.object("error", error, some -> {
            if (some instanceof SendError.Telegram telegram) {
                json.number("code", telegram.code());
                json.text("description", telegram.description());
                json.raw("parameters", telegram.parameters());
            } else if (some instanceof SendError.UnifyPort unifyPort) {
                json.text("code", unifyPort.code());
                json.raw("numeric_code", unifyPort.numericCode());
                json.text("message", unifyPort.message());
                json.text("request_id", unifyPort.requestId());
            }
        });
    }

    /** The field {@code error}: the Bot API's describes, UnifyPort's has a message. */
    static Optional<SendError> read(Fields fields) {
        return fields.optionalObject("error")
                .map(error -> error.has("description") ? telegram(error) : unifyPort(error));
    }

    private static SendError telegram(Fields error) {
        return new SendError.Telegram(
                error.smallInteger("code", Integer.MIN_VALUE),
                error.text("description"),
                error.optionalRaw("parameters"));
    }

    private static SendError unifyPort(Fields error) {
        return new SendError.UnifyPort(
                error.text("code"),
                error.optionalRaw("numeric_code"),
                error.text("message"),
                error.optionalText("request_id"));
    }
}
