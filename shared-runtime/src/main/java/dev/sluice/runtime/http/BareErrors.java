package dev.sluice.runtime.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What the server itself refuses: as bare as can be, and nothing of what was sent stands in it. */
final class BareErrors extends ErrorHandler {
    private final Map<String, String> headers;

    BareErrors(Map<String, String> headers) {
        this.headers = headers;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        headers.forEach(response.getHeaders()::put);
        response.getHeaders().put("Content-Type", "application/json");
        response.write(true, ByteBuffer.wrap(body(code)), callback);
    }

    private static byte[] body(int code) {
        String words = HttpStatus.getMessage(code).toLowerCase(java.util.Locale.ROOT);
        return ("{\"error\":\"http\",\"detail\":\"" + code + " " + words + "\"}").getBytes(StandardCharsets.UTF_8);
    }
}
