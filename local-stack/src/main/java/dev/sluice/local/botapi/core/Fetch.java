package dev.sluice.local.botapi.core;

import java.util.List;

/**
 * What one look at the queue returned and what it did.
 *
 * @param updates what the answer may carry, at most the limit
 * @param from the offset that was used in the end
 * @param resolution which row of the offset table applied
 * @param confirmed deleted by this offset, and an answer had carried them before
 * @param deletedUnseen deleted by this offset though no answer ever carried them (TELEGRAM.md 1.2: tail+1 to tail+10)
 * @param dropped deleted by a negative offset
 * @param expired found too old and removed
 */
public record Fetch(
        List<QueuedUpdate> updates,
        int from,
        Resolution resolution,
        IdRanges confirmed,
        IdRanges deletedUnseen,
        IdRanges dropped,
        IdRanges expired) {

    /** The rows of TELEGRAM.md 1.2. */
    public enum Resolution {
        NOT_CREATED,
        HEAD,
        UP_TO_HEAD,
        WITHIN_QUEUE,
        BEYOND_TAIL,
        FUTURE_FALLBACK,
        PAST_FALLBACK,
        NEGATIVE
    }
}
