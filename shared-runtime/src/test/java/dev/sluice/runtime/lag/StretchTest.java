package dev.sluice.runtime.lag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StretchTest {
    private static final long END = 110;

    private final Stretch stretch = Stretch.from(100);

    @Test
    void whatNobodyHasLookedAtCountsWhole() {
        assertEquals(10, stretch.lag(END));
        assertEquals(0, stretch.lag(100));
        assertEquals(0, stretch.lag(90), "committed beyond the last stable offset, as a read_uncommitted group may");
    }

    @Test
    void holesUpToTheEndAreNoLag() {
        assertEquals(0, stretch.emptyTo(END).lag(END));
        assertEquals(5, stretch.emptyTo(END).lag(END + 5), "what came since");
        assertTrue(stretch.emptyTo(END).isWorthALook(END + 5));
        assertFalse(stretch.emptyTo(END).isWorthALook(END));
    }

    @Test
    void fromTheFirstRecordOnEverythingCounts() {
        Stretch seen = stretch.recordAt(104);

        assertEquals(6, seen.lag(END));
        assertFalse(seen.isWorthALook(END), "known");
        assertEquals(16, seen.at(100).lag(END + 10));
    }

    @Test
    void aPartlyFinishedLookIsNotInVain() {
        Stretch partly = stretch.emptyTo(107);

        assertEquals(3, partly.lag(END));
        assertTrue(partly.isWorthALook(END));
    }

    @Test
    void aStepForwardKeepsWhatIsStillAhead() {
        Stretch seen = stretch.emptyTo(108);

        assertEquals(2, seen.at(105).lag(END), "inside the holes");
        assertEquals(1, seen.at(109).lag(END), "beyond them");
        assertEquals(6, stretch.recordAt(104).at(102).lag(END), "no record in front of 104, still");
        assertFalse(stretch.recordAt(104).at(102).isWorthALook(END));
        assertTrue(stretch.recordAt(104).at(105).isWorthALook(END), "that record is done");
    }

    @Test
    void aStepBackForgetsTheHoles() {
        assertEquals(20, stretch.emptyTo(END).at(90).lag(END));
        assertEquals(20, stretch.recordAt(104).at(90).lag(END));
        assertFalse(stretch.recordAt(104).at(90).isWorthALook(END), "one is enough to know that it is behind");
    }

    @Test
    void aGroupThatMovesIsLookedAtOnlyCloseToTheEnd() {
        assertTrue(stretch.isWorthALook(100 + Stretch.NEAR));
        assertFalse(stretch.isWorthALook(101 + Stretch.NEAR));
        assertTrue(stretch.at(100).isWorthALook(101 + Stretch.NEAR), "it has not moved since");
        assertTrue(stretch.at(100).isWorthALook(100 + Stretch.FAR));
        assertFalse(stretch.at(100).isWorthALook(101 + Stretch.FAR), "a backlog");
    }

    @Test
    void aRecordIsLookedForAgainAfterAWhile() {
        Stretch seen = stretch.recordAt(104);
        for (int round = 0; round < 30; round++) {
            seen = seen.at(100);
            assertFalse(seen.isWorthALook(END), "round " + round);
        }
        seen = seen.at(100);

        assertTrue(seen.isWorthALook(END), "compaction may have taken it");
        assertEquals(6, seen.lag(END), "and until then it counts");
    }
}
