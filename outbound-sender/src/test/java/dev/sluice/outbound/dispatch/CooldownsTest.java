package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R100")
@Tag("R140")
class CooldownsTest {
    private static final long NOW = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(3); // nanoTime may wrap
    private static final CompletableFuture<Void> STORED = CompletableFuture.completedFuture(null);
    private static final Attempt CHAT_1 = Attempts.of(Attempts.BOT, 1, "e", "1");
    private static final Attempt CHAT_2 = Attempts.of(Attempts.BOT, 2, "e", "2");
    private static final Attempt OTHER = Attempts.of(Attempts.OTHER_BOT, 3, "e", "1");

    @Test
    void aFloodStopsTheWholeBotAndNoOther() {
        // Given
        Cooldowns cooldowns = new Cooldowns(Cooldowns.Scope.BOT);

        // When
        cooldowns.begin(CHAT_1, 5_000, NOW, STORED);

        // Then
        assertEquals(5_000, left(cooldowns, CHAT_2, NOW));
        assertEquals(1, left(cooldowns, CHAT_2, NOW + ms(4_999)));
        assertEquals(0, left(cooldowns, CHAT_2, NOW + ms(5_000)));
        assertEquals(0, left(cooldowns, OTHER, NOW));
    }

    @Test
    @Tag("R142")
    void theLongerWaitStandsInEitherOrder() {
        // Given
        Cooldowns cooldowns = new Cooldowns(Cooldowns.Scope.BOT);

        // When
        cooldowns.begin(CHAT_1, 5_000, NOW, STORED);
        cooldowns.begin(CHAT_2, 1_000, NOW, STORED);
        long after = left(cooldowns, CHAT_1, NOW);
        cooldowns.begin(CHAT_2, 9_000, NOW, STORED);

        // Then
        assertEquals(5_000, after);
        assertEquals(9_000, left(cooldowns, CHAT_1, NOW));
    }

    @Test
    void itIsAnnouncedWhenEveryFloodThatMadeItIsStored() {
        // Given
        Cooldowns cooldowns = new Cooldowns(Cooldowns.Scope.BOT);
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        cooldowns.begin(CHAT_1, 5_000, NOW, first);
        cooldowns.begin(CHAT_2, 5_000, NOW, second);

        // When
        second.complete(null);
        boolean afterOne = cooldowns.of(CHAT_1, NOW).orElseThrow().announced().isDone();
        first.complete(null);

        // Then
        assertFalse(afterOne);
        assertTrue(cooldowns.of(CHAT_1, NOW).orElseThrow().announced().isDone());
    }

    @Test
    void withTheOtherScopeOneChatStopsAloneAndTwoStopTheBot() {
        // Given
        Cooldowns cooldowns = new Cooldowns(Cooldowns.Scope.CHAT_THEN_BOT);
        Attempt chat3 = Attempts.of(Attempts.BOT, 4, "e", "3");

        // When
        cooldowns.begin(CHAT_1, 60_000, NOW, STORED);
        long otherAfterOne = left(cooldowns, CHAT_2, NOW);
        cooldowns.begin(CHAT_2, 30_000, NOW + ms(11_000), STORED);
        long thirdAfterALateSecond = left(cooldowns, chat3, NOW + ms(11_000));
        cooldowns.begin(CHAT_1, 20_000, NOW + ms(12_000), STORED);

        // Then
        assertEquals(0, otherAfterOne);
        assertEquals(0, thirdAfterALateSecond);
        assertEquals(20_000, left(cooldowns, chat3, NOW + ms(12_000)));
        assertEquals(48_000, left(cooldowns, CHAT_1, NOW + ms(12_000)));
    }

    @Test
    void aWaitWithoutEndDoesNotOverflow() {
        // Given
        Cooldowns cooldowns = new Cooldowns(Cooldowns.Scope.BOT);

        // When
        cooldowns.begin(CHAT_1, Long.MAX_VALUE, NOW, STORED);

        // Then
        assertTrue(left(cooldowns, CHAT_1, NOW + TimeUnit.DAYS.toNanos(3000)) > 0);
    }

    private static long left(Cooldowns cooldowns, Attempt attempt, long now) {
        return cooldowns.of(attempt, now).map(some -> some.leftMs(now)).orElse(0L);
    }

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
