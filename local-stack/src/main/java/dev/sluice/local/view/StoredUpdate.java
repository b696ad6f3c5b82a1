package dev.sluice.local.view;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * One update that a read_committed reader of {@code telegram.updates} has seen.
 *
 * @param seenAt when the reader saw it
 * @param kind the field beside {@code update_id}, without control characters
 * @param delayMs from arrival at the API to seen; empty when nobody knows the arrival
 */
record StoredUpdate(
        Instant seenAt,
        long botId,
        int updateId,
        String kind,
        OptionalLong chatId,
        int partition,
        long offset,
        OptionalLong delayMs) {}
