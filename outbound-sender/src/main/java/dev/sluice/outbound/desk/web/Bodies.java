package dev.sluice.outbound.desk.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;

/** Reads what a request brings, up to a limit that is counted and not believed. */
final class Bodies {
    private Bodies() {}

    static byte[] read(Context context, int maxBytes) throws IOException {
        if (context.req().getContentLengthLong() > maxBytes) {
            throw tooLarge(context, maxBytes);
        }
        try (InputStream in = context.req().getInputStream()) {
            byte[] body = in.readNBytes(maxBytes + 1);
            if (body.length > maxBytes) {
                throw tooLarge(context, maxBytes);
            }
            return body;
        }
    }

    private static Refused tooLarge(Context context, int maxBytes) {
        context.header("Connection", "close"); // the rest of it is not read
        return new Refused(413, "too_large", "wants at most " + maxBytes + " bytes");
    }
}
