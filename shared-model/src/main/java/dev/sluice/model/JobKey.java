package dev.sluice.model;

import java.nio.charset.StandardCharsets;

/**
 * The key of a job in {@code outbound.outcomes} and {@code outbound.reviews}: {@code <sender>/<request_id>}. A sender has
 * no slash, a request id may have some.
 */
public record JobKey(Sender sender, String requestId) {

    public JobKey {
        RequestId.check(requestId);
    }

    public String text() {
        return sender.text() + "/" + requestId;
    }

    public byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @throws InvalidRecordException when the text is no such key
     */
    public static JobKey parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw InvalidRecordException.invalid("key", "not <sender>/<request_id>");
        }
        return new JobKey(Sender.parse(text.substring(0, slash)), text.substring(slash + 1));
    }

    @Override
    public String toString() {
        return text();
    }
}
