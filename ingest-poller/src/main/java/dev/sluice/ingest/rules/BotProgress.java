package dev.sluice.ingest.rules;

import dev.sluice.model.Checkpoint;
import dev.sluice.model.QuarantinedHash;
import dev.sluice.model.StoredRange;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/**
 * How far a bot's updates are stored: what a {@link Checkpoint} says beside its owner. A few dozen ranges at most for a bot
 * whose ids have no gaps, one object for a bot that never had an update.
 *
 * @param nextOffset of the next poll; empty when no usable update was ever seen, and then the poll carries none (R4)
 * @param recent stored ids, oldest first, never merged across gaps
 * @param sequence the id sequence that {@code nextOffset} belongs to, from 1
 * @param quarantined elements that went to quarantine lately, oldest first
 */
public record BotProgress(
        OptionalInt nextOffset, List<StoredRange> recent, int sequence, List<QuarantinedHash> quarantined) {

    private static final BotProgress NONE = new BotProgress(OptionalInt.empty(), List.of(), 1, List.of());

    public BotProgress {
        recent = List.copyOf(recent);
        quarantined = List.copyOf(quarantined);
    }

    /** Of a bot without a checkpoint. */
    public static BotProgress none() {
        return NONE;
    }

    public static BotProgress of(Checkpoint checkpoint) {
        OptionalInt nextOffset =
                checkpoint.nextOffset() == 0 ? OptionalInt.empty() : OptionalInt.of(checkpoint.nextOffset());
        return new BotProgress(nextOffset, checkpoint.recent(), checkpoint.sequence(), checkpoint.quarantined());
    }

    public Checkpoint toCheckpoint(String owner, long epoch, Instant at) {
        return new Checkpoint(nextOffset.orElse(0), recent, at, owner, epoch, sequence, quarantined);
    }

    /** Whether this id was stored within the dedupe window, in whatever sequence. */
    public boolean holds(int updateId) {
        return recent.stream().anyMatch(range -> range.contains(updateId));
    }

    /** Whether this id was stored within the dedupe window, in this sequence. */
    boolean holdsInSequence(int updateId) {
        return recent.stream().anyMatch(range -> range.sequence() == sequence && range.contains(updateId));
    }
}
