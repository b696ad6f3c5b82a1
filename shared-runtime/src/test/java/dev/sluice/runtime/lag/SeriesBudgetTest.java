package dev.sluice.runtime.lag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeriesBudgetTest {

    @Test
    void whatFitsStaysAsItIs() {
        List<LagRow> rows = rows("a", "t", 3);

        assertEquals(rows, SeriesBudget.fit(rows, 3));
    }

    @Test
    void aTopicWithoutRoomIsOneSumOfLagsAndOffsets() {
        List<LagRow> rows = rows("own", "small", 2);
        rows.addAll(rows("big", "t", 3));

        List<LagRow> fitted = SeriesBudget.fit(rows, 4);

        assertEquals(rows.subList(0, 2), fitted.subList(0, 2), "the first group first");
        assertEquals(List.of(new LagRow("big", "t", LagRow.OTHER, 3 * 7, OptionalLong.of(300))), fitted.subList(2, 3));
    }

    @Test
    void aLargeTopicDoesNotTakeTheRoomOfSmallerOnesAfterIt() {
        List<LagRow> rows = rows("a", "1-large", 50);
        rows.addAll(rows("a", "2-small", 2));
        rows.addAll(rows("b", "t", 2));

        List<LagRow> fitted = SeriesBudget.fit(rows, 10);

        assertEquals(
                List.of("other", "0", "1", "0", "1"),
                fitted.stream().map(LagRow::partition).toList());
    }

    @Test
    void whereTopicsAreTooManyTheRestOfAGroupIsOne() {
        List<LagRow> rows = new ArrayList<>();
        for (int topic = 10; topic < 30; topic++) {
            rows.addAll(rows("a", "t" + topic, 2));
        }
        rows.addAll(rows("b", "t", 2));

        List<LagRow> fitted = SeriesBudget.fit(rows, 5);

        assertEquals(
                List.of("a t10 other", "a t11 other", "a t12 other", "a other other", "b t other"),
                fitted.stream()
                        .map(row -> row.group() + " " + row.topic() + " " + row.partition())
                        .toList());
    }

    @Test
    void aSumWithoutAnyCommitHasNoOffset() {
        List<LagRow> rows = List.of(
                new LagRow("a", "t", "0", 1, OptionalLong.empty()), new LagRow("a", "t", "1", 1, OptionalLong.empty()));

        assertEquals(List.of(new LagRow("a", "t", LagRow.OTHER, 2, OptionalLong.empty())), SeriesBudget.fit(rows, 1));
    }

    @Test
    void neverMoreThanAskedForAndNoLagIsLost() {
        long seed = Long.getLong("sluice.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 500; run++) {
            List<LagRow> rows = new ArrayList<>();
            int groups = 1 + random.nextInt(5);
            for (int group = 0; group < groups; group++) {
                int topics = 1 + random.nextInt(6);
                for (int topic = 0; topic < topics; topic++) {
                    rows.addAll(rows("g" + group, "t" + topic, 1 + random.nextInt(8)));
                }
            }
            int most = groups + random.nextInt(60);
            String what = "seed " + seed + ", run " + run + ", " + rows.size() + " rows into " + most;

            List<LagRow> fitted = SeriesBudget.fit(rows, most);

            assertTrue(fitted.size() <= most, what);
            assertEquals(sum(rows), sum(fitted), what);
            assertEquals(
                    fitted.size(),
                    new HashSet<>(fitted.stream()
                                    .map(row -> row.group() + "|" + row.topic() + "|" + row.partition())
                                    .toList())
                            .size(),
                    what);
            if (rows.size() <= most) {
                assertEquals(rows, fitted, what);
            }
        }
    }

    private static long sum(List<LagRow> rows) {
        return rows.stream().mapToLong(LagRow::lag).sum();
    }

    private static List<LagRow> rows(String group, String topic, int partitions) {
        List<LagRow> rows = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            rows.add(new LagRow(group, topic, Integer.toString(partition), 7, OptionalLong.of(100)));
        }
        return rows;
    }
}
