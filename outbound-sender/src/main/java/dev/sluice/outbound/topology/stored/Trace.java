package dev.sluice.outbound.topology.stored;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The W3C trace headers of a request, which travel to its attempts and outcomes. Bytes that are no text survive. */
public record Trace(Optional<String> parent, Optional<String> state) {

    public static final Trace NONE = new Trace(Optional.empty(), Optional.empty());

    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    /** W3C wants room for 512 characters; what is much longer is no trace, and would be stored with every job. */
    private static final int MAX_BYTES = 1024;

    public static Trace of(Headers headers) {
        Optional<String> parent = text(headers, PARENT);
        return parent.isEmpty() ? NONE : new Trace(parent, text(headers, STATE));
    }

    public void addTo(Headers headers) {
        parent.ifPresent(text -> headers.add(PARENT, text.getBytes(StandardCharsets.ISO_8859_1)));
        state.ifPresent(text -> headers.add(STATE, text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static Optional<String> text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null || header.value().length > MAX_BYTES
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.ISO_8859_1));
    }
}
