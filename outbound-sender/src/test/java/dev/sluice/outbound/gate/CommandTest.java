package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.BOT;
import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.ResultClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dedupe, expiry, and what people decide. */
class CommandTest {

    private final GateFixture f = new GateFixture();

    @Test
    @Tag("R92")
    @Tag("R120")
    @Tag("B20")
    void oneJobForAnIdWithinTheWindowThatStartsAtItsEnd() {
        // Given
        assertEquals(Optional.empty(), f.submit(job("a", 1)));
        assertEquals(Optional.empty(), f.submit(job("a", 1)));
        assertEquals(
                Optional.of(Refusal.REQUEST_ID_CONFLICT), f.submit(job("a", 1).content("other")));
        Grant a = f.one();
        f.pass(3_600_000);
        f.answer(Answers.sent(a));
        // When
        f.pass(7 * 86_400_000L - 1);
        f.restart();
        // Then
        assertEquals(Optional.empty(), f.submit(job("a", 1)));
        assertEquals(
                Optional.of(Refusal.REQUEST_ID_CONFLICT), f.submit(job("a", 1).content("other")));
        assertEquals(List.of(), f.granted());
        f.pass(2_000);
        assertEquals(Optional.empty(), f.submit(job("a", 1).content("other")));
        assertEquals(List.of("a"), f.granted());
    }

    /** A service that repeats its whole batch after a failure of its own. */
    @Test
    @Tag("R92")
    @Tag("B21")
    void aRepeatedBatchAddsNothingWhateverHasBecomeOfEach() {
        // Given one of each: every class of answer, waiting, in flight, cancelled, expired
        List<ResultClass> answers =
                List.of(ResultClass.SENT, ResultClass.REJECTED, ResultClass.UNKNOWN, ResultClass.HELD);
        List<Jobs> batch = new ArrayList<>();
        answers.forEach(each -> batch.add(job(each.name(), batch.size() + 1)));
        batch.add(job("in flight", 5));
        batch.add(job("waiting", 6).notBefore(f.ms + 3_600_000));
        batch.add(job("cancelled", 7).notBefore(f.ms + 3_600_000));
        batch.add(job("expired", 8).notBefore(f.ms + 500).expiresAt(f.ms + 400));
        batch.forEach(f::submit);
        List<Grant> grants = f.pass(0);
        for (int i = 0; i < answers.size(); i++) {
            f.answer(grants.get(i), answers.get(i));
        }
        f.gate.cancel(BOT, "cancelled", f.now());
        f.pass(1_000);
        int told = f.out.outcomes.size();
        // When
        for (Jobs again : batch) {
            assertEquals(Optional.empty(), f.submit(again));
        }
        // Then
        assertEquals(List.of(), f.pass(3_000_000));
        assertEquals(told, f.out.outcomes.size());
        assertEquals(List.of("waiting"), GateFixture.ids(f.pass(600_000)));
    }

    @Test
    @Tag("R144")
    void aCancelWhileWaitingIsNeverSent() {
        // Given
        f.submit(job("a", 1).notBefore(f.ms + 1_000));
        // When
        assertEquals(Optional.empty(), f.gate.cancel(BOT, "a", f.now()));
        // Then
        assertEquals(List.of(), f.pass(5_000));
        assertEquals(List.of("a cancelled cancelled"), f.outcomes());
        assertEquals(Optional.of(Refusal.COMMAND_TOO_LATE), f.gate.cancel(BOT, "a", f.now()));
    }

    @Test
    @Tag("R144")
    @Tag("C20")
    void aCancelThatComesBeforeItsRequestIsRemembered() {
        // Given
        assertEquals(Optional.empty(), f.gate.cancel(BOT, "a", f.now()));
        f.restart();
        // When
        f.submit(job("a", 1));
        // Then
        assertEquals(List.of(), f.pass(5_000));
        assertEquals(List.of("a cancelled cancelled"), f.outcomes());
        assertEquals(Optional.empty(), f.submit(job("a", 1)), "a repeat of what is over");
        assertEquals(1, f.outcomes().size());
    }

    @Test
    void aCancelInFlightIsRefusedYetSticksWhenTheAttemptComesBackUnsent() {
        for (ResultClass back : new ResultClass[] {ResultClass.NOT_SENT, ResultClass.AUTH, ResultClass.SENT}) {
            // Given
            GateFixture g = new GateFixture();
            g.submit(job("a", 1));
            Grant a = g.one();
            assertEquals(Optional.of(Refusal.COMMAND_TOO_LATE), g.gate.cancel(BOT, "a", g.now()));
            g.restart();
            // When
            g.answer(a, back);
            // Then
            String end = back == ResultClass.SENT ? "a sent sent" : "a cancelled cancelled";
            assertEquals(List.of(end), g.outcomes());
            assertEquals(List.of(), g.pass(600_000));
        }
    }

    @Test
    @Tag("R77")
    @Tag("R116")
    void aPersonsAnswerCancelsWhatCameStrictlyBeforeAlsoWhatIsReadLater() {
        // Given
        f.submit(job("old", 1).acceptedAt(f.ms - 10).notBefore(f.ms + 10));
        f.submit(job("same", 1).acceptedAt(f.ms).notBefore(f.ms + 10));
        f.submit(job("elsewhere", 2).acceptedAt(f.ms - 10).notBefore(f.ms + 10));
        // When
        f.gate.cancelChat(BOT, "1", f.ms, f.now());
        f.restart();
        f.submit(job("unread", 1).acceptedAt(f.ms - 5));
        // Then
        assertEquals(List.of("old cancelled chat_cancelled", "unread cancelled chat_cancelled"), f.outcomes());
        assertEquals(2, f.pass(2_000).size());
    }

    @Test
    @Tag("R114")
    @Tag("C21")
    @Tag("C23")
    void expiryEndsAJobByItsOwnDeadlineAndNothingIsGrantedFromThen() {
        // Given
        f.submit(job("a", 1).expiresAt(f.ms + 30_000));
        f.submit(job("b", 1));
        f.answer(Answers.flood(f.one(), 60));
        // When
        f.pass(30_000);
        // Then
        assertEquals(List.of("a expired expired"), f.outcomes());
        assertEquals(
                Optional.of(Refusal.EXPIRED_ON_ARRIVAL), f.submit(job("c", 1).expiresAt(f.ms)));
        f.submit(job("d", 2).expiresAt(f.ms + 40_000));
        f.gate.cancel(BOT, "b", f.now());
        Grant d = f.pass(30_000).get(0);
        assertEquals(10_000, d.leaseMs(), "its lease ends with it");
    }

    @Test
    @Tag("R113")
    void attemptsAreCapped() {
        // Given
        f.submit(job("a", 1).attempts(2));
        f.answer(Answers.flood(f.one(), 1));
        // When
        f.answer(Answers.flood(f.pass(1_010).get(0), 1));
        // Then
        assertEquals(List.of("a exhausted attempts"), f.outcomes());
        assertEquals(List.of(), f.pass(10_000));
    }

    @Test
    @Tag("R121")
    @Tag("R145")
    @Tag("R147")
    @Tag("B1")
    @Tag("B6")
    void anUnknownJobWaitsForAPersonWhoseSecondClickDecidesNothing() {
        // Given
        f.submit(job("a", 1).attempts(1));
        f.submit(job("b", 1));
        f.answer(f.one(), ResultClass.UNKNOWN);
        assertEquals(List.of("b"), GateFixture.ids(f.pass(600_000)));
        f.answer(Answers.sent(f.out.grants.get(1)));
        f.submit(job("c", 1));
        f.restart();
        // When
        assertEquals(Optional.empty(), f.gate.resolve(BOT, "a", 1, Decision.RESEND, f.now()));
        assertEquals(Optional.of(Refusal.COMMAND_TOO_LATE), f.gate.resolve(BOT, "a", 1, Decision.RESEND, f.now()));
        // Then
        Grant again = f.pass(2_000).get(0);
        assertEquals("a", again.job().spec().requestId(), "a resent job goes first");
        assertEquals(2, again.attempt(), "one past the cap");
        f.answer(Answers.flood(again, 1));
        assertEquals("a exhausted attempts", f.outcomes().get(2));
        assertTrue(f.out.reviews.isEmpty());
    }

    @Test
    void resolvesThatNameNothingOrTheWrongAttemptAreRefused() {
        // Given
        f.submit(job("a", 1));
        assertEquals(Optional.of(Refusal.COMMAND_INVALID), f.gate.resolve(BOT, "a", 3, Decision.DROP, f.now()));
        f.answer(f.one(), ResultClass.UNKNOWN);
        // Then
        assertEquals(Optional.of(Refusal.COMMAND_UNKNOWN_REQUEST), f.gate.resolve(BOT, "x", 1, Decision.DROP, f.now()));
        assertEquals(Optional.of(Refusal.COMMAND_TOO_LATE), f.gate.resolve(BOT, "a", 0, Decision.DROP, f.now()));
        assertEquals(Optional.empty(), f.gate.resolve(BOT, "a", 1, Decision.DROP, f.now()));
        assertEquals(Optional.of(Refusal.COMMAND_TOO_LATE), f.gate.resolve(BOT, "a", 1, Decision.DROP, f.now()));
    }

    @Test
    @Tag("R116")
    void aResendIsNeverSentPastItsExpiry() {
        // Given
        f.submit(job("a", 1).expiresAt(f.ms + 5_000));
        f.answer(f.one(), ResultClass.UNKNOWN);
        f.pass(6_000);
        assertEquals(1, f.out.reviews.size(), "it may have been sent: that is not settled by time");
        // When
        f.gate.resolve(BOT, "a", 1, Decision.RESEND, f.now());
        // Then
        assertEquals("a expired expired", f.outcomes().get(1));
        assertEquals(List.of(), f.pass(5_000));
    }

    @Test
    @Tag("B13")
    void policiesSettleTheUnknown() {
        // Given
        f.submit(job("drop", 1).onUnknown(OnUnknown.DROP));
        f.submit(job("again", 2).onUnknown(OnUnknown.RESEND).attempts(2));
        // When
        f.pass(0).forEach(g -> f.answer(g, ResultClass.UNKNOWN));
        Grant again = f.pass(2_000).get(0);
        f.answer(again, ResultClass.UNKNOWN);
        // Then
        assertEquals(List.of("drop dropped policy", "again unknown policy", "again exhausted attempts"), f.outcomes());
        assertTrue(f.out.reviews.isEmpty());
    }

    @Test
    @Tag("B17")
    @Tag("C18")
    void aRefusalIsTerminalAndTheChatsNextJobProceeds() {
        // Given
        f.submit(job("bad", 1));
        f.submit(job("good", 1));
        // When
        f.answer(f.one(), ResultClass.REJECTED);
        // Then
        assertEquals(List.of("good"), GateFixture.ids(f.pass(1_010)));
    }
}
