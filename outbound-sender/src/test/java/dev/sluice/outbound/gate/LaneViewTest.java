package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.BOT;
import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.ResultClass;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The times that the view of a lane tells, from which its ages follow. */
class LaneViewTest {

    private final GateFixture f = new GateFixture();

    @Test
    void theOldestReviewCountsFromItsAttemptAndSurvivesARestart() {
        // Given
        f.submit(job("a", 1));
        Grant first = f.one();
        f.answer(first, ResultClass.UNKNOWN);
        f.pass(60_000);
        f.submit(job("b", 2));
        Grant second = f.one();
        f.answer(second, ResultClass.UNKNOWN);
        // When
        f.restart();
        // Then
        assertEquals(OptionalLong.of(seconds(first)), view().oldestReviewAtMs());
        f.gate.resolve(BOT, "a", 1, Decision.DROP, f.now());
        assertEquals(OptionalLong.of(seconds(second)), view().oldestReviewAtMs());
        f.gate.resolve(BOT, "b", 1, Decision.SENT, f.now());
        assertEquals(OptionalLong.empty(), view().oldestReviewAtMs());
    }

    @Test
    void aResendIsNoReviewUntilItIsOneAgain() {
        // Given
        f.submit(job("a", 1));
        f.answer(f.one(), ResultClass.UNKNOWN);
        f.pass(60_000);
        // When
        f.gate.resolve(BOT, "a", 1, Decision.RESEND, f.now());
        // Then
        assertEquals(OptionalLong.empty(), view().oldestReviewAtMs());
        Grant again = f.one();
        f.answer(again, ResultClass.UNKNOWN);
        assertEquals(OptionalLong.of(seconds(again)), view().oldestReviewAtMs());
    }

    @Test
    void aJobThatIsPlannedIsOldAndNotLate() {
        // Given
        f.gate.pause(BOT, true, f.now());
        long accepted = f.ms - 5_000;
        long planned = f.ms + 3_600_000;
        // When
        f.submit(job("planned", 1).acceptedAt(accepted).notBefore(planned));
        // Then
        assertEquals(OptionalLong.of(accepted), view().oldestAcceptedAtMs());
        assertEquals(OptionalLong.of(planned), view().firstDueAtMs());
        // When
        f.submit(job("now", 2).acceptedAt(f.ms));
        f.submit(job("once", 3).acceptedAt(f.ms).notBefore(f.ms - 60_000));
        // Then
        assertEquals(OptionalLong.of(accepted), view().oldestAcceptedAtMs());
        assertEquals(OptionalLong.of(f.ms), view().firstDueAtMs(), "not before it was accepted");
    }

    @Test
    void withNothingWaitingThereAreNoTimes() {
        // Given
        f.submit(job("a", 1).notBefore(f.ms + 1_000));
        // When
        f.gate.cancel(BOT, "a", f.now());
        // Then
        assertEquals(OptionalLong.empty(), view().oldestAcceptedAtMs());
        assertEquals(OptionalLong.empty(), view().firstDueAtMs());
    }

    private LaneView view() {
        return f.gate.view(BOT).orElseThrow();
    }

    private static long seconds(Grant grant) {
        return grant.job().grantedAtMs() / 1_000 * 1_000;
    }
}
