package dev.sluice.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * How far a bot's updates are stored. It commits in the same transaction as the updates it speaks of (R31), and is the
 * only source of the offset of the next {@code getUpdates} (R27).
 *
 * @param nextOffset the offset of the next poll: the highest id of the last batch, plus one; 0 when no usable update was
 *     ever seen, so that the poll carries no offset (R4)
 * @param recent the ids stored lately, oldest first: what a redelivery is recognised by
 * @param updatedAt when it was written, in milliseconds
 * @param owner the instance that wrote it
 * @param epoch the ownership it was written under; grows with each takeover of the shard
 * @param sequence the id sequence that {@code nextOffset} belongs to, from 1
 * @param quarantined unusable elements that went to quarantine lately
 */
public record Checkpoint(
        int nextOffset,
        List<StoredRange> recent,
        Instant updatedAt,
        String owner,
        long epoch,
        int sequence,
        List<QuarantinedHash> quarantined) {

    public Checkpoint {
        if (nextOffset < 0) {
            throw new IllegalArgumentException("an offset is never negative: " + nextOffset);
        }
        if (epoch < 0 || sequence < 1) {
            throw new IllegalArgumentException("an epoch is not negative and a sequence begins at 1");
        }
        recent = List.copyOf(recent);
        updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
        quarantined = List.copyOf(quarantined);
    }
}
