package dev.sluice.ingest.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {
    private final List<String> granted = new ArrayList<>();

    @Test
    void admitsInTheOrderOfArrivalAndNeverAPart() {
        // Given
        BodyBudget budget = new BodyBudget(10);
        BodyBudget.Lease a = budget.reserve(6, () -> granted.add("a"));
        BodyBudget.Lease b = budget.reserve(8, () -> granted.add("b"));
        BodyBudget.Lease c = budget.reserve(1, () -> granted.add("c"));

        // When there would be room for the last, yet not for the one before it
        assertEquals(List.of("a"), granted);
        assertEquals(6, budget.usedBytes());
        assertEquals(2, budget.waiting());
        a.release();

        // Then
        assertEquals(List.of("a", "b", "c"), granted);
        b.release();
        c.release();
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void letsTheNextInWhenTheFirstInLineGivesUp() {
        BodyBudget budget = new BodyBudget(10);
        budget.reserve(6, () -> {});
        BodyBudget.Lease large = budget.reserve(8, () -> granted.add("large"));
        budget.reserve(4, () -> granted.add("small"));

        large.release();

        assertEquals(List.of("small"), granted);
        assertEquals(10, budget.usedBytes());
    }

    @Test
    void givesBackWhatWasTooMuchAndOnlyOnce() {
        BodyBudget budget = new BodyBudget(10);
        BodyBudget.Lease lease = budget.reserve(10, () -> {});
        budget.reserve(7, () -> granted.add("next"));

        lease.shrink(3);
        lease.shrink(5);

        assertEquals(List.of("next"), granted);
        assertEquals(10, budget.usedBytes());
        lease.release();
        lease.release();
        assertEquals(7, budget.usedBytes());
    }

    @Test
    void refusesWhatCanNeverBeFree() {
        assertThrows(IllegalArgumentException.class, () -> new BodyBudget(10).reserve(11, () -> {}));
    }

    @Test
    void losesNothingUnderContention() throws Exception {
        // Given many takers, some of whom give up early
        BodyBudget budget = new BodyBudget(100);
        AtomicInteger done = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(thread);
            threads.execute(() -> {
                for (int i = 0; i < 5_000; i++) {
                    BodyBudget.Lease lease = budget.reserve(1 + random.nextInt(100), () -> {});
                    assertTrue(budget.usedBytes() <= 100);
                    lease.shrink(random.nextInt(50));
                    lease.release();
                }
                done.incrementAndGet();
            });
        }

        // When
        threads.shutdown();

        // Then
        assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS));
        assertEquals(4, done.get());
        assertEquals(0, budget.usedBytes());
        assertEquals(0, budget.waiting());
    }
}
