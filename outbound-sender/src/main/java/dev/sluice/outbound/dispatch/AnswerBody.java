package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.contract.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;

/** An answer on its way in, capped at {@link Answer#MAX_BYTES}. Written by one reactor thread; read when that is over. */
final class AnswerBody {
    private static final int FIRST_BYTES = 2 * 1024;

    private final Set<String> wantedHeaders;
    private volatile int status;
    private Map<String, String> headers = Map.of();
    private byte[] bytes = new byte[0];
    private int length;

    /** @param wantedHeaders names in lower case */
    AnswerBody(Set<String> wantedHeaders) {
        this.wantedHeaders = wantedHeaders;
    }

    void begin(HttpResponse response) {
        if (!wantedHeaders.isEmpty()) {
            headers = new HashMap<>();
            for (Header header : response.getHeaders()) {
                String name = header.getName().toLowerCase(Locale.ROOT);
                if (wantedHeaders.contains(name) && header.getValue() != null) {
                    headers.putIfAbsent(name, header.getValue());
                }
            }
        }
        status = response.getCode();
    }

    /** @throws IOException when the cap is reached; the rest is not read, so the connection ends */
    void append(ByteBuffer source) throws IOException {
        int room = Answer.MAX_BYTES - length;
        int more = Math.min(room, source.remaining());
        if (length + more > bytes.length) {
            int grown = Math.max(length + more, Math.max(FIRST_BYTES, 2 * bytes.length));
            bytes = Arrays.copyOf(bytes, Math.min(Answer.MAX_BYTES, grown));
        }
        source.get(bytes, length, more);
        length += more;
        if (source.hasRemaining()) {
            throw new IOException("a body over " + Answer.MAX_BYTES + " bytes");
        }
    }

    /** Whether the head of an answer has come. */
    boolean hasBegun() {
        return status != 0;
    }

    Answer toAnswer(boolean complete) {
        return new Answer(status, headers, Arrays.copyOf(bytes, length), complete);
    }
}
