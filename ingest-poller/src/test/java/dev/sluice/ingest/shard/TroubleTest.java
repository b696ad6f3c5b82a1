package dev.sluice.ingest.shard;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.ingest.rules.BotState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TroubleTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private final Trouble trouble = new Trouble(START);

    @Test
    void saysSoAtOnceAndThenOnceAMinute() {
        trouble.enter(BotState.CONFLICT);

        assertTrue(trouble.shouldSay(START));
        assertFalse(trouble.shouldSay(START.plusSeconds(59)));
        assertTrue(trouble.shouldSay(START.plusSeconds(60)));
    }

    @Test
    void anotherStateIsNewsAgain() {
        trouble.enter(BotState.CONFLICT);
        assertTrue(trouble.shouldSay(START));
        trouble.enter(BotState.WEBHOOK);
        assertTrue(trouble.shouldSay(START.plusSeconds(1)));
    }

    @Test
    void newsIsSaidOnce() {
        trouble.enter(BotState.PARKED);

        assertTrue(trouble.isNews(START));
        assertFalse(trouble.isNews(START.plusSeconds(3_600)));
    }

    @Test
    void aMomentIsNotLasting() {
        assertFalse(trouble.isLasting(START.plusSeconds(10)));
        assertTrue(trouble.isLasting(START.plusSeconds(11)));
    }
}
