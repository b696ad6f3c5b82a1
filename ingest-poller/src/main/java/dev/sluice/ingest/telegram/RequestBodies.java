package dev.sluice.ingest.telegram;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The JSON of getUpdates, put together from a part that never changes. Keys that have no value are left out: the server
 * reads {@code "limit":null} as 1 (TELEGRAM 1.1). All numbers are integers.
 */
final class RequestBodies {
    /**
     * For the methods that are called without parameters. deleteWebhook too: nothing here can say that pending updates be
     * dropped (A7).
     */
    static final byte[] NO_PARAMETERS = {'{', '}'};

    private final String allowedUpdates;

    RequestBodies(List<String> allowedUpdates) {
        this.allowedUpdates = allowedUpdates.stream()
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(",", "\"allowed_updates\":[", "]}"));
    }

    byte[] getUpdates(PollRequest request) {
        StringBuilder json = new StringBuilder(64 + allowedUpdates.length()).append('{');
        if (request.offset().isPresent()) {
            json.append("\"offset\":").append(request.offset().getAsInt()).append(',');
        }
        return json.append("\"limit\":")
                .append(request.limit())
                .append(",\"timeout\":")
                .append(request.timeout().toSeconds())
                .append(',')
                .append(allowedUpdates)
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }
}
