package dev.sluice.ingest.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.sluice.ingest.rules.BotProgress;
import dev.sluice.runtime.secret.Secret;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final Timers timers = new Timers();
    private final BotLoop a = bot(1);
    private final BotLoop b = bot(2);

    @Test
    void firesInOrderOfTimeAndOnlyWhatIsDue() {
        timers.set(a, 200);
        timers.set(b, 100);

        assertEquals(100, timers.nextDueNanos(1_000));
        assertSame(b, timers.pollDue(150));
        assertNull(timers.pollDue(150));
        assertSame(a, timers.pollDue(200));
        assertEquals(1_000, timers.nextDueNanos(1_000));
    }

    @Test
    void aTimerSetAgainFiresOnceAtItsNewTime() {
        timers.set(a, 100);
        timers.set(a, 300);

        assertNull(timers.pollDue(200));
        assertSame(a, timers.pollDue(300));
        assertNull(timers.pollDue(1_000));
    }

    @Test
    void aClearedTimerDoesNotFire() {
        timers.set(a, 100);
        timers.clear(a);

        assertNull(timers.pollDue(1_000));
    }

    private static BotLoop bot(long id) {
        return new BotLoop(id, Secret.of(id + ":SIMULATED-token-of-bot-xxxxxxxxxxxx"), BotProgress.none(), null);
    }
}
