package dev.sluice.ingest.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.ingest.rules.BotProgress;
import dev.sluice.runtime.secret.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R54")
class BotLoopTest {
    private static final Instant LAST = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void anOutageBeginsWhereButtonPressesExpire() {
        assertEquals(Optional.empty(), bot(LAST).outageUntil(LAST.plusSeconds(150)));
        assertEquals(Optional.of(Duration.ofSeconds(151)), bot(LAST).outageUntil(LAST.plusSeconds(151)));
    }

    @Test
    void aBotThatWasNeverPolledHasNone() {
        assertEquals(Optional.empty(), bot(null).outageUntil(LAST));
    }

    private static BotLoop bot(@Nullable Instant lastContact) {
        return new BotLoop(1, Secret.of("1:SIMULATED-token-of-bot-xxxxxxxxxxxxxxxx"), BotProgress.none(), lastContact);
    }
}
