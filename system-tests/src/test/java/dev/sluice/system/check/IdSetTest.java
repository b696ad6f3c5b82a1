package dev.sluice.system.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class IdSetTest {
    @Test
    void agreesWithAPlainSet() {
        long seed = Long.getLong("sluice.seed", System.nanoTime());
        Random random = new Random(seed);
        IdSet ids = new IdSet();
        Set<Integer> plain = new HashSet<>();
        for (int step = 0; step < 2_000; step++) {
            // Given
            int first = random.nextInt(3_000);
            int last = first + random.nextInt(step % 10 == 0 ? 200 : 5);
            Set<Integer> expected = new TreeSet<>();
            for (int id = first; id <= last; id++) {
                if (plain.add(id)) {
                    expected.add(id);
                }
            }
            // When
            Set<Integer> added = new TreeSet<>();
            for (IdSet.Range range : ids.add(first, last)) {
                for (int id = range.first(); id <= range.last(); id++) {
                    added.add(id);
                }
            }
            // Then
            assertEquals(expected, added, () -> "seed " + seed);
            int probe = random.nextInt(3_300);
            assertEquals(plain.contains(probe), ids.contains(probe), () -> "seed " + seed);
        }
    }
}
