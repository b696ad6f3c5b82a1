package dev.sluice.local.botapi.engine;

import java.util.Map;

/**
 * An answer as it goes to the socket, faults included.
 *
 * @param sent how many bytes of the body are sent before the connection is cut; the body's length: all, and no cut
 * @param chunk bytes sent at a time; 0: as fast as it goes
 * @param chunkNanos pause between two chunks
 */
public record Wire(
        int status,
        String contentType,
        Map<String, String> headers,
        byte[] body,
        int sent,
        int chunk,
        long chunkNanos) {

    public Wire {
        headers = Map.copyOf(headers);
    }

    /** Whether the connection is cut before the body is complete. */
    public boolean isCut() {
        return sent < body.length;
    }
}
