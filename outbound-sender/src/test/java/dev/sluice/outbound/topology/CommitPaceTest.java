package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitPaceTest {
    private static final String ONE = "one task";
    private static final String OTHER = "another task";

    private final List<Long> commits = new ArrayList<>();
    private long commitMs;
    private long committingMs;
    private final CommitPace pace = new CommitPace(() -> TimeUnit.MILLISECONDS.toNanos(committingMs));

    @Test
    void nothingWantedNothingCommitted() {
        askAt(0);
        askAt(100);

        assertEquals(List.of(), commits);
        assertEquals(Long.MAX_VALUE, pace.wakeMs(ONE));
    }

    @Test
    void anIdleThreadCommitsAtOnceAndABusyOneInBatches() {
        for (long ms = 100; ms <= 130; ms++) {
            pace.want(ONE, ms);
            askAt(ms);
        }

        assertEquals(List.of(100L, 110L, 120L, 130L), commits);
    }

    @Test
    void theLongerACommitTheMoreGoesIntoTheNext() {
        commitMs = 40;
        for (long ms = 100; ms <= 400; ms++) {
            pace.want(ONE, ms);
            askAt(ms);
        }

        // the first long one may be an accident
        assertEquals(List.of(100L, 140L, 260L, 380L), commits);
    }

    @Test
    void oneLongCommitHoldsUpNobody() {
        pace.want(ONE, 100);
        askAt(100);
        commitMs = 500;
        pace.want(ONE, 200);
        askAt(200);
        commitMs = 5;
        pace.want(ONE, 700);
        askAt(700);

        assertEquals(List.of(100L, 200L, 700L), commits);
    }

    @Test
    void howeverLongCommitsAreTheNextWaitsOnlySoLong() {
        commitMs = 1_000;
        pace.want(ONE, 100);
        askAt(100);
        pace.want(ONE, 1_200);
        askAt(1_200);
        pace.want(ONE, 2_200);
        assertEquals(2_300, pace.wakeMs(ONE));
    }

    @Test
    void whatIsNotUrgentIsCommittedByItsTime() {
        pace.want(ONE, 200);
        pace.want(OTHER, 250);

        assertEquals(200, pace.wakeMs(ONE));
        assertEquals(Long.MAX_VALUE, pace.wakeMs(OTHER));
        askAt(199);
        assertEquals(List.of(), commits);
        askAt(200);
        assertEquals(List.of(200L), commits);
        assertEquals(Long.MAX_VALUE, pace.wakeMs(ONE));
    }

    @Test
    void oneCommitIsOfAllTasks() {
        pace.want(ONE, 200);
        pace.want(OTHER, 100);
        askAt(100);
        askAt(200);

        assertEquals(List.of(100L), commits);
    }

    private void askAt(long ms) {
        pace.ask(ms, () -> {
            commits.add(ms);
            committingMs += commitMs;
        });
    }
}
