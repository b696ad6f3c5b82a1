package dev.sluice.runtime.lag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.runtime.lag.LagBook.Look;
import dev.sluice.runtime.lag.LagBook.Seen;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LagBookTest {
    private static final TopicPartition P0 = new TopicPartition("topic", 0);
    private static final TopicPartition P1 = new TopicPartition("topic", 1);

    private final LagBook book = new LagBook();

    @Test
    void rowsComeInTheOrderOfGroupsTopicsAndPartitions() {
        book.read("b", List.of(standing(P1, 5, 8), standing(P0, 8, 8)));
        book.read("a", List.of(standing(new TopicPartition("other", 0), 0, 1), standing(P0, 1, 8)));

        assertEquals(
                List.of(
                        new LagRow("b", "topic", "0", 0, OptionalLong.of(8)),
                        new LagRow("b", "topic", "1", 3, OptionalLong.of(5)),
                        new LagRow("a", "other", "0", 1, OptionalLong.of(0)),
                        new LagRow("a", "topic", "0", 7, OptionalLong.of(1))),
                book.rows(List.of("b", "a", "never read")));
    }

    @Test
    void withoutACommitEverythingThatIsThereIsLagAndNoOffsetIsShown() {
        book.read("a", List.of(new Standing(P0, OptionalLong.empty(), 3, 8)));

        assertEquals(List.of(new LagRow("a", "topic", "0", 5, OptionalLong.empty())), book.rows(List.of("a")));
    }

    @Test
    void whatRetentionTookIsNoLag() {
        book.read("a", List.of(new Standing(P0, OptionalLong.of(2), 6, 8), new Standing(P1, OptionalLong.of(2), 8, 8)));

        assertEquals(
                List.of(2L, 0L),
                book.rows(List.of("a")).stream().map(LagRow::lag).toList());
    }

    @Test
    void looksGoToTheSmallestLagsAndOnceIntoAPartition() {
        book.read("a", List.of(standing(P0, 1, 8), standing(P1, 6, 8)));
        book.read("b", List.of(standing(P0, 5, 8), standing(P1, 8, 8)));

        assertEquals(Map.of(P0, new Look(5, 8), P1, new Look(6, 8)), book.looks(10));
        assertEquals(Map.of(P1, new Look(6, 8)), book.looks(1));
    }

    @Test
    void aLookCountsForEveryGroupThatStandsThere() {
        book.read("a", List.of(standing(P0, 5, 8)));
        book.read("b", List.of(standing(P0, 5, 8)));
        book.read("c", List.of(standing(P0, 1, 8)));

        book.seen(P0, new Seen(5, 8, false));

        assertEquals(
                List.of(0L, 0L, 7L),
                book.rows(List.of("a", "b", "c")).stream().map(LagRow::lag).toList());
        assertEquals(Map.of(P0, new Look(1, 8)), book.looks(10), "now the other one has its turn");
    }

    @Test
    void whatWasSeenHoldsInTheNextRound() {
        book.read("a", List.of(standing(P0, 5, 8)));
        book.seen(P0, new Seen(5, 8, false));

        book.read("a", List.of(standing(P0, 5, 8)));

        assertEquals(0, book.rows(List.of("a")).get(0).lag());
        assertEquals(Map.of(), book.looks(10));
        book.read("a", List.of(standing(P0, 5, 11)));
        assertEquals(Map.of(P0, new Look(8, 11)), book.looks(10), "only what is new");
    }

    @Test
    void aGroupThatCannotBeReadKeepsItsRowsForAMoment() {
        book.read("a", List.of(standing(P0, 5, 8)));
        for (int round = 1; round < LagBook.KEEP_ROUNDS; round++) {
            book.missed("a");
            assertEquals(1, book.rows(List.of("a")).size(), "round " + round);
            assertEquals(Map.of(), book.looks(10), "nothing new to be learnt of it");
        }

        book.missed("a");

        assertEquals(List.of(), book.rows(List.of("a")));
        book.missed("a");
        book.read("a", List.of(standing(P0, 5, 8)));
        assertEquals(1, book.rows(List.of("a")).size(), "and is back with the first answer");
    }

    @Test
    void aPartitionThatTheGroupHasLeftIsGone() {
        book.read("a", List.of(standing(P0, 5, 8), standing(P1, 5, 8)));
        book.read("a", List.of(standing(P1, 5, 8)));

        assertEquals(
                List.of("1"),
                book.rows(List.of("a")).stream().map(LagRow::partition).toList());
    }

    private static Standing standing(TopicPartition partition, long committed, long end) {
        return new Standing(partition, OptionalLong.of(committed), 0, end);
    }
}
