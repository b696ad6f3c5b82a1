package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.outbound.wire.Epochs;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TakeoverTest {
    private static final UUID UUID_1 = new UUID(1, 1);
    private static final UUID UUID_2 = new UUID(2, 2);
    private static final long NOW_S = 1_767_225_600;

    @Test
    void aPartitionThatNeverHeldAnythingHasNothingTaken() {
        // When
        Takeover first = Takeover.of(null, 0, 0, NOW_S, UUID_1);

        // Then
        assertEquals(0, first.offset());
        assertEquals(1, Epochs.number(first.note().epoch()));
        assertEquals(OptionalLong.of(-1), first.note().taken());
    }

    @ParameterizedTest
    @ValueSource(longs = {500, 900})
    void withoutAPositionEverythingInAPartitionThatHeldSomethingCountsAsTaken(long position) {
        // Given its records may all be gone again: at position 900 it is empty

        // When
        Takeover takeover = Takeover.of(null, position, 900, NOW_S, UUID_1);

        // Then
        assertEquals(position, takeover.offset());
        assertEquals(OptionalLong.empty(), takeover.note().taken());
        assertEquals(NOW_S, Epochs.number(takeover.note().epoch()), "higher than any count of takeovers");
    }

    @Test
    void eachOwnerCountsOneHigherAndKeepsWhatWasTaken() {
        // Given
        CommitNote former = CommitNote.first(UUID_1).started(17).started(12);
        OffsetAndMetadata committed = new OffsetAndMetadata(40, former.metadata());

        // When
        Takeover takeover = Takeover.of(committed, 0, 900, NOW_S, UUID_2);

        // Then
        assertEquals(new Takeover(40, new CommitNote("2-" + UUID_2, OptionalLong.of(17))), takeover);
        assertEquals(Optional.of(takeover.note()), CommitNote.of(takeover.toCommit()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "something else", "epoch=2- taken=4", "epoch=2-00000000-0000-0001-0000-000000000001 taken=x"
            })
    void aPositionThatSomebodySetByHandSaysNothingAboutWhatWasTaken(String metadata) {
        // When
        Takeover takeover = Takeover.of(new OffsetAndMetadata(40, metadata), 0, 900, NOW_S, UUID_1);

        // Then
        assertEquals(40, takeover.offset());
        assertTrue(takeover.note().taken().isEmpty());
    }

    @Test
    void notKnowingIsHandedOnUntilSomethingIsStarted() {
        // Given
        CommitNote unknown = CommitNote.afterLoss(NOW_S, UUID_1);

        // When
        CommitNote next = CommitNote.of(new OffsetAndMetadata(40, unknown.metadata()))
                .orElseThrow()
                .takenOver(UUID_2);

        // Then
        assertEquals(OptionalLong.empty(), next.taken());
        assertEquals(OptionalLong.of(1000), next.started(1000).taken());
    }
}
