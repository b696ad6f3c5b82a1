package dev.sluice.outbound.dispatch;

import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * How a partition is taken over. Pure. The position is committed again with the new note before anything else is said: only a
 * member that the group still counts can do that, so a dispatcher that was frozen cannot open a partition that is not its own
 * any more.
 *
 * @param offset where reading goes on; it does not move by the takeover
 */
record Takeover(long offset, CommitNote note) {

    /**
     * @param committed as the group has it; null when it has none
     * @param position where the consumer reads, when the group has none
     * @param endOffset of the partition. Only 0 proves that nobody ever took anything: an empty partition may have held
     *     attempts whose retention is over, while their grants are still in the gate's state
     */
    static Takeover of(
            @Nullable OffsetAndMetadata committed, long position, long endOffset, long wallSeconds, UUID uuid) {
        Optional<CommitNote> note = CommitNote.of(committed);
        if (committed != null) {
            return new Takeover(
                    committed.offset(),
                    note.map(former -> former.takenOver(uuid))
                            .orElseGet(() -> CommitNote.afterLoss(wallSeconds, uuid)));
        }
        return new Takeover(
                position, endOffset == 0 ? CommitNote.first(uuid) : CommitNote.afterLoss(wallSeconds, uuid));
    }

    /** The same with a number above that of an epoch which the gate has granted to. */
    Takeover above(long number, UUID uuid) {
        return new Takeover(offset, note.above(number, uuid));
    }

    OffsetAndMetadata toCommit() {
        return new OffsetAndMetadata(offset, note.metadata());
    }
}
