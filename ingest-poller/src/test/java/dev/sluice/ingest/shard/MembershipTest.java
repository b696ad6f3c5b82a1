package dev.sluice.ingest.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R16")
@Tag("R17")
class MembershipTest {
    private final AtomicLong now = new AtomicLong(1_000);
    private final Membership membership = new Membership(now::get);

    @Test
    void isSureWhileTheThreadComesRound() {
        long known = membership.doubts();
        for (int i = 0; i < 100; i++) {
            pass(Duration.ofMillis(200));
            membership.tick();
        }
        assertTrue(membership.isSure(known));
    }

    @Test
    void aStandstillIsSeenBeforeTheThreadTicksAgain() {
        long known = membership.doubts();
        pass(Membership.STANDSTILL);
        assertFalse(membership.isSure(known), "nobody may poll in the moment after waking");
    }

    @Test
    void aStandstillStaysADoubtAfterTheThreadTicksAgain() {
        long known = membership.doubts();
        pass(Membership.STANDSTILL.plusMillis(1));
        membership.tick();
        assertFalse(membership.isSure(known), "only a newer confirmation counts");
        assertEquals(known + 1, membership.doubts());
        assertTrue(membership.isSure(membership.doubts()));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
