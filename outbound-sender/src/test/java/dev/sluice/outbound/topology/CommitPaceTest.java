package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitPaceTest {
    private final List<Long> commits = new ArrayList<>();
    private long now;
    private final CommitPace pace = new CommitPace(() -> commits.add(now));

    @Test
    void nothingGrantedNothingCommitted() {
        at(0);
        at(100);

        assertEquals(List.of(), commits);
        assertEquals(Long.MAX_VALUE, pace.dueMs());
    }

    @Test
    void anIdleTaskCommitsAtOnceAndABusyOneInBatches() {
        pace.want();
        at(100);
        for (long ms = 101; ms <= 160; ms++) {
            pace.want();
            at(ms);
        }

        assertEquals(List.of(100L, 120L, 140L, 160L), commits);
    }

    @Test
    void whatWasWantedTooEarlyIsDueLater() {
        pace.want();
        at(100);
        pace.want();
        at(105);

        assertEquals(120, pace.dueMs());
        at(120);
        assertEquals(List.of(100L, 120L), commits);
    }

    private void at(long ms) {
        now = ms;
        pace.ask(ms);
    }
}
