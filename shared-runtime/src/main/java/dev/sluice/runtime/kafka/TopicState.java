package dev.sluice.runtime.kafka;

import java.util.Locale;

/**
 * How one topic stands against the catalogue.
 *
 * @param topic its full name
 * @param status what it is, or became
 * @param detail what it has, or how it differs
 */
public record TopicState(String topic, Status status, String detail) {
    /** See {@link TopicAdmin}. */
    public enum Status {
        /** Made just now, or, in a dry run, would have been. */
        CREATED,
        OK,
        /** Exists, and not as it should be. */
        DIFFERS,
        MISSING
    }

    /** The row that {@code sluice topics} prints: {@code TOPIC created|ok|differs|missing DETAIL}. */
    public String row() {
        return topic + " " + status.name().toLowerCase(Locale.ROOT) + " " + detail;
    }

    /** Whether a service can work with it. */
    public boolean isGood() {
        return status == Status.OK || status == Status.CREATED;
    }
}
