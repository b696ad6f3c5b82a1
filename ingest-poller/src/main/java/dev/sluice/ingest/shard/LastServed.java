package dev.sluice.ingest.shard;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * When a shard was last served, as noted in the metadata of the group's committed offset: {@code served=<Unix ms>}. It
 * outlives the owner, so its successor can tell how long Telegram was not asked (R54). The checkpoint cannot tell: it
 * changes only when updates come (R29).
 */
final class LastServed {
    private static final String PREFIX = "served=";

    private LastServed() {}

    static String toMetadata(@Nullable Instant at) {
        return at == null ? "" : PREFIX + at.toEpochMilli();
    }

    /** Empty when nothing was noted, or by somebody else in another form. */
    static Optional<Instant> fromMetadata(@Nullable OffsetAndMetadata committed) {
        if (committed == null || !committed.metadata().matches(PREFIX + "\\d{1,15}")) {
            return Optional.empty();
        }
        return Optional.of(
                Instant.ofEpochMilli(Long.parseLong(committed.metadata().substring(PREFIX.length()))));
    }
}
