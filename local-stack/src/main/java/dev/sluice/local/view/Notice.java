package dev.sluice.local.view;

import java.time.Instant;

/**
 * One record of {@code telegram.ingest-events} in a few words.
 *
 * @param type like {@code gap} or {@code conflict}
 * @param detail its own fields, without control characters
 */
record Notice(Instant at, long botId, String type, String detail) {}
