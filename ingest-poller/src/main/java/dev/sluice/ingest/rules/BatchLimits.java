package dev.sluice.ingest.rules;

import java.time.Duration;

/**
 * Limits of a batch that come from settings.
 *
 * @param maxRecordBytes what {@code telegram.updates} takes as one record, key and headers included
 * @param dedupeWindow how long a stored id is remembered: longer than the 24 h in which Telegram delivers again, shorter
 *     than the 7 days after which it may use ids anew (TELEGRAM 1.6)
 */
public record BatchLimits(int maxRecordBytes, Duration dedupeWindow) {
    public BatchLimits {
        if (maxRecordBytes < 1 || dedupeWindow.isNegative() || dedupeWindow.isZero()) {
            throw new IllegalArgumentException("limits are positive");
        }
    }
}
