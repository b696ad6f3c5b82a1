package dev.sluice.runtime.settings;

import java.util.Locale;

/** The Kafka clients that {@code sluice.kafka.<kind>.*} can name. */
public enum ClientKind {
    PRODUCER,
    CONSUMER,
    ADMIN,
    STREAMS;

    /** What stands before a property that is for this kind alone. */
    String prefix() {
        return name().toLowerCase(Locale.ROOT) + ".";
    }
}
