package dev.sluice.outbound.topology.stored;

import dev.sluice.model.RawJson;
import dev.sluice.model.SendError;

/** What an API said about a call that it refused, as a part of a stored job. */
final class StoredErrors {
    private static final int TELEGRAM = 1;
    private static final int UNIFYPORT = 2;

    private StoredErrors() {}

    static void write(ByteWriter out, SendError error) {
        if (error instanceof SendError.Telegram telegram) {
            out.number(TELEGRAM).number(telegram.code()).text(telegram.description());
            out.optional(telegram.parameters(), parameters -> out.bytes(parameters.toBytes()));
        } else if (error instanceof SendError.UnifyPort unifyPort) {
            out.number(UNIFYPORT).text(unifyPort.code());
            out.optional(unifyPort.numericCode(), code -> out.bytes(code.toBytes()))
                    .text(unifyPort.message())
                    .optional(unifyPort.requestId(), out::text);
        }
    }

    static SendError read(ByteReader in) {
        return in.smallNumber() == TELEGRAM
                ? new SendError.Telegram(in.smallNumber(), in.text(), in.optional(() -> RawJson.of(in.bytes())))
                : new SendError.UnifyPort(
                        in.text(), in.optional(() -> RawJson.of(in.bytes())), in.text(), in.optional(in::text));
    }
}
