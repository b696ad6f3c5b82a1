package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.Checkpoint;
import dev.sluice.model.StoredRange;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final long BOT = 110001;

    private final Tally tally = new Tally();

    @Test
    void everythingStoredOnceIsClean() {
        tally.generated(BOT, 8100, 8102);
        store(8100, 8101, 8102);
        checkpoint(new StoredRange(8000, 8102, 0, 1));

        assertTally(3, 3, 0, 0, 0);
    }

    @Test
    void whatIsNotStoredIsLostAndWhatIsStoredTwiceIsDoubled() {
        tally.generated(BOT, 8100, 8102);
        store(8100, 8102, 8102, 8102);
        checkpoint(new StoredRange(8100, 8100, 0, 1), new StoredRange(8102, 8102, 0, 1));

        assertTally(3, 2, 2, 1, 0);
    }

    @Test
    void aCheckpointThatNamesMoreOrLessThanIsStoredIsPartial() {
        tally.generated(BOT, 8100, 8102);
        store(8100, 8101);
        checkpoint(new StoredRange(8101, 8102, 0, 1));

        assertTally(3, 2, 0, 1, 2);
    }

    @Test
    void aBotOfWhichNothingIsStoredHasLostAll() {
        tally.generated(BOT, 65_530, 65_540);

        assertTally(11, 0, 0, 11, 0);
    }

    @Test
    void withoutALedgerOnlyDoublesCount() {
        store(8100, 8101, 8101);
        checkpoint(new StoredRange(8000, 8101, 0, 1));

        assertTally(0, 2, 1, 0, 0);
    }

    private void store(int... ids) {
        Arrays.stream(ids).forEach(id -> tally.stored(BOT, id));
    }

    private void checkpoint(StoredRange... recent) {
        tally.checkpoint(BOT, new Checkpoint(8103, List.of(recent), Samples.NOON, "local", 1, 1, List.of()));
    }

    private void assertTally(long generated, long stored, long duplicated, long lost, long partial) {
        assertEquals(
                List.of(generated, stored, duplicated, lost, partial),
                List.of(tally.generated(), tally.stored(), tally.duplicated(), tally.lost(), tally.partial()));
    }
}
