package dev.sluice.outbound.gate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories against a naive gate, with O2-O9 read from the ledger of each. The seed is printed, and taken back with
 * {@code -Dsluice.seed=}; a history that fails is shortened by leaving out steps as long as it still fails.
 */
class HistoryTest {

    private static final int HISTORIES = Integer.getInteger("sluice.histories", 200);
    private static final int STEPS = 90;

    @Test
    @Tag("R93")
    @Tag("R94")
    @Tag("R95")
    @Tag("R96")
    @Tag("R97")
    @Tag("R140")
    @Tag("R146")
    @Tag("R147")
    @Tag("R152")
    void everyHistoryKeepsTheInvariants() {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.err.println("HistoryTest: -Dsluice.seed=" + seed);
        Random seeds = new Random(seed);
        int calls = 0;
        int outcomes = 0;
        int restarts = 0;
        int betweenSlices = 0;
        int held = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long one = seeds.nextLong();
            List<Step> steps = Step.random(new Random(one), STEPS);
            History history = new History(one);
            try {
                history.run(steps);
            } catch (AssertionError | RuntimeException e) {
                List<Step> few = shorten(one, steps);
                throw new AssertionError(
                        "history " + i + " of -Dsluice.seed=" + seed + ": " + fault(one, few) + "\n" + few.size()
                                + " steps: " + few,
                        e);
            }
            calls += history.ledger.calls.size();
            outcomes += history.ledger.outcomes.size();
            restarts += history.restarts;
            betweenSlices += history.betweenSlices;
            held += history.held;
        }
        System.err.println("HistoryTest: " + HISTORIES + " histories, " + calls + " calls, " + outcomes + " outcomes, "
                + restarts + " restarts of the gate, " + betweenSlices + " records between the slices of a rebuild, "
                + held + " grants held");
        assertTrue(
                calls > HISTORIES * 10 && restarts > HISTORIES && betweenSlices > HISTORIES && held > HISTORIES,
                "histories in which little happens prove little");
    }

    private static List<Step> shorten(long seed, List<Step> failing) {
        List<Step> few = new ArrayList<>(failing);
        long until = System.nanoTime() + 20_000_000_000L;
        for (int size = few.size() / 2; size >= 1; size /= 2) {
            for (int from = 0; from < few.size() && System.nanoTime() < until; ) {
                List<Step> fewer = new ArrayList<>(few);
                fewer.subList(from, Math.min(few.size(), from + size)).clear();
                if (fault(seed, fewer).isEmpty()) {
                    from += size;
                } else {
                    few = fewer;
                }
            }
        }
        return few;
    }

    /** What goes wrong; empty: nothing. */
    private static String fault(long seed, List<Step> steps) {
        try {
            new History(seed).run(steps);
            return "";
        } catch (AssertionError | RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }
}
