package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.BOT;
import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dispatchers that come, go and fall silent, results that are late, and chats that move. */
class TakeoverTest {

    private final GateFixture f = new GateFixture();

    @Test
    @Tag("R96")
    @Tag("R124")
    @Tag("B8")
    void theUntakenGoBackAndTheTakenBecomeUnknownAtTheirDeadline() {
        // Given
        f.submit(job("taken", 1).attempts(1));
        f.submit(job("untaken", 2).attempts(1));
        List<Grant> both = f.pass(0);
        f.pass(1_000);
        // When
        f.takeover(OptionalLong.of(both.get(0).grantId()));
        // Then
        Grant again = f.one();
        assertEquals("untaken", again.job().spec().requestId());
        assertEquals("uuid-2", again.epoch());
        assertTrue(again.grantId() > both.get(1).grantId());
        f.answer(Answers.sent(again));
        f.restart();
        f.pass(58_998);
        assertEquals(List.of("untaken sent sent"), f.outcomes());
        f.pass(2);
        assertEquals("taken unknown deadline", f.outcomes().get(1));
    }

    @Test
    @Tag("R124")
    void withoutAKnownPositionAllCountAsTaken() {
        // Given
        f.submit(job("a", 1));
        f.pass(0);
        // When
        f.takeover(OptionalLong.empty());
        // Then
        assertEquals(List.of(), f.pass(59_999));
        f.pass(1);
        assertEquals(List.of("a unknown deadline"), f.outcomes());
    }

    @Test
    void theClockAloneNeverEndsAnAttemptOfTheLivingDispatcher() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        assertEquals(List.of(), f.pass(600_000));
        assertEquals(List.of(), f.outcomes());
        // When: it has taken more, and has nothing below left; so the result would have been read before
        f.gate.owner(
                1,
                "uuid-1",
                OptionalLong.of(a.grantId()),
                OptionalLong.of(a.grantId() + 5),
                OptionalInt.of(100),
                f.now());
        // Then
        assertEquals(List.of("a unknown lost_response"), f.outcomes());
    }

    @Test
    @Tag("R71")
    @Tag("R153")
    void afterATakeoverWithUnansweredCallsOneAtATimeUntilOneIsAnswered() {
        // Given
        f.submit(job("lost", 1));
        Grant lost = f.one();
        for (int i = 2; i < 10; i++) {
            f.submit(job("j" + i, i).notBefore(f.ms + 1_000));
        }
        // When
        f.takeover(OptionalLong.of(lost.grantId()));
        List<Grant> first = f.pass(2_000);
        // Then
        assertEquals(1, first.size());
        f.answer(Answers.of(first.get(0), ResultClass.UNKNOWN, Reason.LOST_RESPONSE, 0, 0));
        List<Grant> second = f.pass(0);
        assertEquals(1, second.size(), "a lost answer is no answer");
        f.answer(Answers.sent(second.get(0)));
        assertEquals(6, f.pass(0).size());
    }

    @Test
    void whatADispatcherThatIsGoneHasTakenIsNoLoadForItsSuccessor() {
        // Given a dispatcher that has taken all it could, and died
        f.capacity = 2;
        f.own();
        for (int i = 1; i <= 5; i++) {
            f.submit(job("j" + i, i));
        }
        List<Grant> taken = f.pass(0);
        assertEquals(4, taken.size());
        // When
        f.takeover(OptionalLong.of(taken.get(3).grantId()));
        // Then
        assertEquals("j5", f.one().job().spec().requestId());
        f.restart();
        f.submit(job("j6", 6));
        f.pass(1_010);
        f.answer(Answers.sent(f.out.grants.get(4)));
        assertEquals(List.of("j6"), f.granted(), "nor after a restart");
    }

    @Test
    @Tag("R124")
    void noNumberIsGivenOutThatADispatcherMayHaveTakenAlready() {
        // Given a gate that has lost its state, on a host whose wall is an hour behind
        long taken = (f.ms + 3_600_000) * 1_000;
        f.takeover(OptionalLong.of(taken));
        f.submit(job("a", 1));
        // When
        Grant a = f.one();
        f.gate.owner(2, "uuid-2", OptionalLong.of(taken), OptionalLong.empty(), OptionalInt.of(10), f.now());
        // Then
        assertTrue(a.grantId() > taken);
        assertEquals(List.of(), f.outcomes(), "it is on its way, not lost");
        f.restart();
        f.submit(job("b", 2));
        assertTrue(f.pass(1_010).get(0).grantId() > a.grantId());
    }

    @Test
    void aGateThatHasOnlyStoodStillGoesOnWithItsWindowsAsTheyAre() {
        // Given
        f.submit(job("a", 1));
        f.answer(Answers.sent(f.one()));
        f.submit(job("a2", 1));
        f.submit(job("b", 2));
        f.gate.pause(BOT, true, f.now());
        f.ms += 600;
        // When
        f.gate.reopen(f.now());
        f.gate.pause(BOT, false, f.now());
        f.gate.advance(f.now(), 100);
        // Then
        assertEquals(1, f.out.grants.size(), "the dispatcher's word may be old");
        assertEquals(List.of("b"), f.granted());
        assertEquals(List.of("a2"), GateFixture.ids(f.pass(410)));
    }

    @Test
    void silenceStopsGrantsAndSoDoesAClosingDispatcher() {
        // Given
        f.submit(job("a", 1));
        f.ms += 3_001;
        f.gate.advance(f.now(), 100);
        assertEquals(List.of(), f.out.grants);
        Grant a = f.one();
        // When
        f.gate.returned(BOT, a.grantId(), "a", ReturnReason.CLOSING, 0, f.now());
        // Then
        assertEquals(List.of(), f.pass(5_000));
        f.takeover(OptionalLong.of(-1));
        assertEquals(List.of("a"), f.granted());
    }

    @Test
    void whoWasOvertakenIsNotHeard() {
        // Given
        f.takeover(OptionalLong.of(-1));
        // When
        f.gate.owner(1, "uuid-1", OptionalLong.of(-1), OptionalLong.empty(), OptionalInt.of(100), f.now());
        f.submit(job("a", 1));
        // Then
        assertEquals("uuid-2", f.one().epoch());
    }

    @Test
    void aCountThatBeganAnewIsHeardOnceTheOwnerHasLongBeenSilent() {
        // Given
        f.epoch = 90;
        f.own();
        f.submit(job("a", 1));
        f.ms += 9_999;
        // When
        f.gate.owner(5, "new", OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(100), f.now());
        f.gate.advance(f.now(), 10);
        assertEquals(0, f.out.grants.size());
        f.ms += 1;
        f.gate.owner(5, "new", OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(100), f.now());
        f.gate.advance(f.now(), 10);
        // Then
        assertEquals("new", f.out.grants.get(0).epoch());
    }

    @Test
    @Tag("C25")
    void noMoreIsGrantedThanTheDispatcherCanTake() {
        // Given
        f.capacity = 3;
        f.own();
        for (int i = 1; i < 20; i++) {
            f.submit(job("j" + i, i));
        }
        // When
        List<Grant> some = f.pass(0);
        // Then
        assertEquals(6, some.size());
        f.gate.sending(BOT, some.get(0).grantId(), "j1", 0, f.now());
        f.answer(Answers.sent(some.get(0)));
        assertEquals(1, f.pass(0).size(), "given back once");
    }

    @Test
    @Tag("C25")
    void aSenderHasAtMostSoManyAttemptsWithoutAnswer() {
        // Given
        GateFixture g = new GateFixture(Settings.inFlight(4));
        for (int i = 1; i < 20; i++) {
            g.submit(job("j" + i, i));
        }
        // When
        List<Grant> some = g.pass(0);
        // Then
        assertEquals(4, some.size());
        g.answer(Answers.sent(some.get(0)));
        assertEquals(1, g.pass(0).size());
    }

    @Test
    @Tag("R121")
    void aLateResultSettlesWhatIsUnknown() {
        // Given
        for (int i = 1; i <= 3; i++) {
            f.submit(job("j" + i, i));
        }
        List<Grant> grants = f.pass(0);
        f.takeover(OptionalLong.of(grants.get(2).grantId()));
        f.pass(60_000);
        assertEquals(3, f.out.reviews.size());
        // When
        f.answer(Answers.sent(grants.get(0)));
        f.answer(grants.get(1), ResultClass.REJECTED);
        f.answer(Answers.flood(grants.get(2), 7));
        // Then
        assertEquals(
                List.of("j1 sent sent", "j2 rejected bad_request"), f.outcomes().subList(3, 5));
        assertTrue(f.out.reviews.isEmpty());
        assertEquals(List.of(), f.pass(6_999));
        assertEquals(List.of("j3"), GateFixture.ids(f.pass(1)), "it was certainly not sent");
    }

    @Test
    void aLateSentWithdrawsAResendThatIsNotGranted() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        f.answer(a, ResultClass.UNKNOWN);
        f.gate.pause(BOT, true, f.now());
        f.gate.resolve(BOT, "a", 1, Decision.RESEND, f.now());
        // When
        f.answer(Answers.sent(a));
        f.gate.pause(BOT, false, f.now());
        // Then
        assertEquals("a sent sent", f.outcomes().get(1));
        assertEquals(List.of(), f.pass(10_000));
    }

    @Test
    void aLateSentAfterTheResendSaysThatItMayBeTwice() {
        for (ResultClass second : new ResultClass[] {ResultClass.SENT, ResultClass.UNKNOWN, ResultClass.NOT_SENT}) {
            // Given
            GateFixture g = new GateFixture();
            g.submit(job("a", 1));
            Grant a = g.one();
            g.answer(a, ResultClass.UNKNOWN);
            g.gate.resolve(BOT, "a", 1, Decision.RESEND, g.now());
            Grant again = g.pass(2_000).get(0);
            // When
            g.answer(Answers.sent(a));
            g.restart();
            g.answer(again, second);
            // Then
            String reason = second == ResultClass.NOT_SENT ? "sent" : "late_result_duplicate";
            assertEquals("a sent " + reason, g.outcomes().get(1));
            assertEquals(List.of(), g.pass(100_000));
        }
    }

    @Test
    void anAttemptThoughtUntakenThatTurnsOutUnknownIsNotSentAgain() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        f.gate.pause(BOT, true, f.now());
        f.takeover(OptionalLong.of(-1));
        // When
        f.answer(a, ResultClass.UNKNOWN);
        f.gate.pause(BOT, false, f.now());
        // Then
        assertEquals(List.of(), f.pass(100_000));
        assertEquals(List.of("a unknown server_error"), f.outcomes());
    }

    @Test
    void aResultOfAnotherGrantOrJobDecidesNothing() {
        // Given
        f.submit(job("a", 1));
        f.submit(job("b", 2));
        List<Grant> both = f.pass(0);
        ResultFacts other = Answers.sent(both.get(1));
        // When
        f.answer(new ResultFacts(
                both.get(0).grantId(),
                "b",
                1,
                ResultClass.SENT,
                Reason.SENT,
                other.httpStatus(),
                other.msSinceSent(),
                other.msSinceReceived(),
                other.retryAfterSeconds(),
                other.migrateTo(),
                other.message(),
                other.error()));
        // Then
        assertEquals(List.of(), f.outcomes());
    }

    @Test
    void aChatThatMigratesTakesItsJobsAndItsBudgetAlong() {
        // Given
        f.submit(job("a", -5).attempts(3));
        f.submit(job("b", -5));
        f.submit(job("later", -5).notBefore(f.ms + 500_000));
        Grant a = f.one();
        f.submit(job("direct", -1005));
        Grant direct = f.one();
        f.answer(Answers.sent(direct));
        // When
        f.answer(Answers.migrated(a, -1005));
        // Then
        assertEquals(List.of(), f.pass(1_009), "the new chat has just been sent to");
        f.restart();
        Grant again = f.pass(2_000).get(0);
        assertEquals("a", again.job().spec().requestId());
        assertEquals(OptionalLong.of(-1005), again.movedTo());
        assertEquals(
                -1005,
                Long.parseLong(Objects.requireNonNull(f.stores.of(BOT).chats.get("-5"))
                        .movedTo()
                        .orElseThrow()));
        f.submit(job("old id", -5));
        f.answer(Answers.migrated(again, -2005));
        assertEquals("a rejected bad_request", f.outcomes().get(1), "it follows once");
        assertEquals(List.of("b"), GateFixture.ids(f.pass(1_010)));
        assertEquals(
                "-1005",
                f.out.outcomes.stream()
                        .filter(o -> o.requestId().equals("old id"))
                        .findFirst()
                        .orElseThrow()
                        .chatId()
                        .orElseThrow()
                        .text());
    }

    @Test
    @Tag("C29")
    void idleChatsLeaveNothingBehind() {
        // Given
        for (int i = 1; i <= 50; i++) {
            f.submit(job("j" + i, -i));
        }
        for (int i = 0; i < 30; i++) {
            f.pass(100).forEach(g -> f.answer(Answers.sent(g)));
        }
        assertTrue(f.gate.chatsInMemory(BOT) > 0);
        // When
        f.pass(61_000);
        // Then
        assertEquals(0, f.gate.chatsInMemory(BOT));
        assertTrue(f.stores.of(BOT).chats.isEmpty());
        assertTrue(f.stores.of(BOT).jobs.isEmpty());
    }
}
