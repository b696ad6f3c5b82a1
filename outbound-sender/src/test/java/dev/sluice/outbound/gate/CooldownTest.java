package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Why a whole sender is quiet, and until when. */
class CooldownTest {

    private final GateFixture f = new GateFixture();

    @Test
    @Tag("R69")
    @Tag("R98")
    @Tag("R100")
    @Tag("R118")
    @Tag("R149")
    @Tag("C14")
    void aFloodStopsTheWholeBotForItsSecondsFromTheAnswer() {
        // Given
        f.submit(job("a", 1));
        f.submit(job("other", 2));
        List<Grant> both = f.pass(0);
        f.submit(job("b", 3));
        f.gate.pause(Jobs.BOT, true, f.now());
        f.answer(Answers.sent(both.get(1)));
        f.gate.pause(Jobs.BOT, false, f.now());
        f.pass(400);
        // When: the answer was received 400 ms before its result is read
        ResultFacts flood = Answers.flood(both.get(0), 5);
        f.answer(new ResultFacts(
                flood.grantId(),
                "a",
                1,
                ResultClass.FLOOD,
                flood.reason(),
                flood.httpStatus(),
                OptionalLong.of(450),
                OptionalLong.of(400),
                OptionalLong.of(5),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty()));
        List<String> during = GateFixture.ids(f.pass(4_599));
        // Then
        assertTrue(during.isEmpty() || !during.contains("a"), "" + during);
        assertTrue(GateFixture.ids(f.pass(1)).contains("a"));
    }

    @Test
    @Tag("R105")
    @Tag("R109")
    @Tag("R115")
    @Tag("R142")
    @Tag("C1")
    void theLaterDeadlineCountsInWhateverOrderTheAnswersCome() {
        for (long[] waits : new long[][] {{10, 2}, {2, 10}, {10, 0}}) {
            // Given
            GateFixture g = new GateFixture();
            g.submit(job("a", 1));
            g.submit(job("b", 2));
            List<Grant> both = g.pass(0);
            // When
            g.answer(Answers.flood(both.get(0), waits[0]));
            g.answer(Answers.flood(both.get(1), waits[1]));
            // Then
            assertEquals(List.of(), g.pass(9_999));
            assertEquals(2, g.pass(1).size());
        }
    }

    /** Nearly two hours, seen in the field: no part of it is given away, and no attempt is spent in it. */
    @Test
    @Tag("R69")
    @Tag("R113")
    @Tag("C6")
    @Tag("B18")
    void aVeryLongWaitIsKeptInFullAndCostsOneAttempt() {
        // Given
        f.submit(job("a", 1).attempts(2));
        // When
        f.answer(Answers.flood(f.one(), 6_775));
        // Then
        assertEquals(List.of(), f.pass(6_774_999));
        Grant again = f.pass(1).get(0);
        assertEquals(2, again.attempt());
        f.answer(Answers.sent(again));
        assertEquals(List.of("a sent sent"), f.outcomes());
    }

    @Test
    @Tag("R70")
    @Tag("R76")
    @Tag("R108")
    @Tag("R141")
    @Tag("R146")
    @Tag("B18")
    void aRestartKeepsTheDeadline() {
        // Given
        f.submit(job("a", 1));
        f.answer(Answers.flood(f.one(), 142));
        f.pass(42_000);
        // When
        f.restart();
        // Then
        assertEquals(List.of(), f.pass(99_999));
        assertEquals(List.of("a"), GateFixture.ids(f.pass(2)));
    }

    @Test
    @Tag("R87")
    @Tag("R119")
    @Tag("R143")
    @Tag("C8")
    void aFloodWithoutAWaitHoldsItsJobAndThePauseDoublesWhileItRepeats() {
        long pause = 60_000;
        for (int i = 1; i <= 8; i++) {
            // Given
            f.submit(job("j" + i, i));
            // When
            f.answer(f.one(), ResultClass.HELD);
            // Then
            assertEquals("j" + i + " held flood_without_wait", f.outcomes().get(i - 1));
            assertEquals(i, f.out.reviews.size());
            f.submit(job("next" + i, 100 + i).expiresAt(f.ms + pause + 2));
            assertEquals(List.of(), f.pass(pause - 1), "pause " + i);
            f.gate.cancel(Jobs.BOT, "next" + i, f.now());
            f.out.outcomes.removeIf(o -> o.requestId().startsWith("next"));
            f.pass(1);
            pause = Math.min(pause * 2, 3_600_000);
        }
    }

    @Test
    @Tag("R104")
    @Tag("R103")
    void aWaitThatNoClockCanHoldIsNoWait() {
        Now now = Now.of(1_700_000_000_000L, 0);
        assertEquals(OptionalLong.empty(), Cooldown.deadline(now, 0, OptionalLong.of(9_005_499_254_741L)));
        assertEquals(
                OptionalLong.of(9_007_199_254_740_000L),
                Cooldown.deadline(now, 0, OptionalLong.of(9_005_499_254_740L)));
        assertEquals(OptionalLong.empty(), Cooldown.deadline(now, 0, OptionalLong.of(-1)));
        assertEquals(OptionalLong.empty(), Cooldown.deadline(now, 0, OptionalLong.empty()));
    }

    @Test
    @Tag("R111")
    void jitterOnlyPostpones() {
        Now now = new Now(1_000_000, 0, 0.999);
        assertTrue(Cooldown.deadline(now, 0, OptionalLong.of(5)).getAsLong() >= 1_005_000);
        assertTrue(Cooldown.pause(now, 1, 1_000, 60_000) >= 1_000);
    }

    @Test
    @Tag("C2")
    @Tag("R101")
    void scopeChatThenBotPausesTheChatAndThenTheBot() {
        // Given
        GateFixture g = new GateFixture(Settings.chatThenBot());
        g.submit(job("a", 1));
        g.answer(Answers.flood(g.one(), 100));
        g.submit(job("b", 2));
        Grant b = g.one();
        g.submit(job("c", 3));
        g.submit(job("a2", 1));
        Grant c = g.one();
        g.answer(Answers.sent(c));
        g.pass(9_000);
        // When
        g.answer(Answers.flood(b, 50));
        g.submit(job("d", 4));
        // Then
        assertEquals(List.of(), g.pass(90_999), "the later of both deadlines");
        assertEquals(3, g.pass(1).size());
    }

    @Test
    @Tag("C2")
    void floodsFarApartPauseTheirChatsOnly() {
        // Given
        GateFixture g = new GateFixture(Settings.chatThenBot());
        g.submit(job("a", 1));
        g.answer(Answers.flood(g.one(), 100));
        g.pass(10_001);
        g.submit(job("b", 2));
        // When
        g.answer(Answers.flood(g.one(), 100));
        g.submit(job("c", 3));
        // Then
        assertEquals(List.of("c"), g.granted());
        g.restart();
        assertEquals(List.of(), g.pass(89_998), "chat 1 still rests after a restart");
        assertEquals(List.of("a"), GateFixture.ids(g.pass(2)));
    }

    @Test
    @Tag("B5")
    void whatCouldNotLeaveIsTriedAgainWithoutCountingAndTheSenderRestsDoubling() {
        // Given
        for (int i = 1; i <= 5; i++) {
            f.submit(job("j" + i, i).attempts(1));
        }
        // When
        f.pass(0).forEach(g -> f.answer(g, ResultClass.NOT_SENT));
        // Then
        for (long rest = 1_000; rest <= 64_000; rest *= 2) {
            long now = Math.min(rest, 60_000);
            assertEquals(List.of(), f.pass(now - 1), "rest " + now);
            List<Grant> probe = f.pass(1);
            assertEquals(1, probe.size(), "one at a time until one is answered");
            f.answer(probe.get(0), ResultClass.NOT_SENT);
        }
        Grant probe = f.pass(60_000).get(0);
        f.answer(Answers.sent(probe));
        assertEquals(4, f.pass(0).size());
    }

    @Test
    @Tag("R99")
    void refusedCredentialsParkTheLaneWithItsJobs() {
        // Given
        f.submit(job("a", 1).attempts(1));
        f.submit(job("b", 2));
        // When
        f.pass(0).forEach(g -> f.answer(g, ResultClass.AUTH));
        // Then
        assertEquals(
                Optional.of(Parked.AUTH), f.gate.view(Jobs.BOT).orElseThrow().parked());
        assertEquals(List.of(), f.pass(299_999));
        f.restart();
        Grant probe = f.pass(1_010).get(0);
        assertEquals(List.of(), f.pass(400_000), "one probe");
        f.answer(Answers.sent(probe));
        assertEquals(Optional.empty(), f.gate.view(Jobs.BOT).orElseThrow().parked());
        assertEquals(1, f.pass(0).size());
    }

    @Test
    void missingCredentialsParkTheLaneUntilThereAreSome() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        f.gate.returned(Jobs.BOT, a.grantId(), "a", ReturnReason.NO_CREDENTIALS, 30_000, f.now());
        assertEquals(
                Optional.of(Parked.NO_CREDENTIALS),
                f.gate.view(Jobs.BOT).orElseThrow().parked());
        assertEquals(List.of(), f.pass(10_000), "longer than the dispatcher asked for, and shorter");
        // When
        f.gate.credentials(Jobs.BOT, f.epoch, f.now());
        // Then
        assertEquals(Optional.empty(), f.gate.view(Jobs.BOT).orElseThrow().parked());
        assertEquals(List.of("a"), f.granted());
    }

    @Test
    void newCredentialsAreTriedAtOnceAndOneAtATime() {
        // Given
        f.submit(job("a", 1));
        f.submit(job("b", 2));
        f.pass(0).forEach(g -> f.answer(g, ResultClass.AUTH));
        f.pass(10_000);
        // When
        f.gate.credentials(Jobs.BOT, f.epoch, f.now());
        // Then
        Grant probe = f.one();
        f.answer(probe, ResultClass.AUTH);
        assertEquals(
                Optional.of(Parked.AUTH), f.gate.view(Jobs.BOT).orElseThrow().parked());
        assertEquals(List.of(), f.pass(299_999), "they are refused too");
    }

    @Test
    void whatOlderGrantsSayOfOlderCredentialsParksNobody() {
        // Given
        f.submit(job("a", 1));
        f.submit(job("b", 2));
        List<Grant> old = f.pass(0);
        f.gate.credentials(Jobs.BOT, f.epoch, f.now());
        // When
        f.answer(old.get(0), ResultClass.AUTH);
        f.gate.returned(Jobs.BOT, old.get(1).grantId(), "b", ReturnReason.NO_CREDENTIALS, 30_000, f.now());
        // Then
        assertEquals(Optional.empty(), f.gate.view(Jobs.BOT).orElseThrow().parked());
        assertEquals(List.of("b"), f.granted());
        assertEquals(List.of("a"), GateFixture.ids(f.pass(1_010)), "its chat has had a call");
    }

    @Test
    void credentialsOfSomebodyWhoWasOvertakenAreOfNoUse() {
        // Given
        f.submit(job("a", 1));
        f.answer(f.one(), ResultClass.AUTH);
        f.takeover(OptionalLong.of(-1));
        // When
        f.gate.credentials(Jobs.BOT, f.epoch - 1, f.now());
        // Then
        assertEquals(
                Optional.of(Parked.AUTH), f.gate.view(Jobs.BOT).orElseThrow().parked());
    }

    @Test
    @Tag("B15")
    void anAlbumErrorThatHidesAnotherIsUnknownAndTheLaneRests() {
        // Given
        f.submit(job("album", -1).weight(4));
        // When
        f.answer(Answers.of(f.one(), ResultClass.UNKNOWN, Reason.ALBUM_PARTIAL, 0, 0));
        f.submit(job("b", 2));
        // Then
        assertEquals(List.of("album unknown album_partial"), f.outcomes());
        assertEquals(List.of(), f.pass(59_999));
        assertEquals(List.of("b"), GateFixture.ids(f.pass(1)));
    }

    @Test
    void aPausedSenderSendsNothingAndItsJobsStillExpire() {
        // Given
        f.gate.pause(Jobs.BOT, true, f.now());
        f.submit(job("a", 1));
        f.submit(job("b", 2).expiresAt(f.ms + 500));
        assertEquals(List.of(), f.pass(1_000));
        assertEquals(List.of("b expired expired"), f.outcomes());
        f.restart();
        // When
        f.gate.pause(Jobs.BOT, false, f.now());
        // Then
        assertEquals(List.of("a"), GateFixture.ids(f.pass(2_000)));
    }

    @Test
    void whatIsHandedBackRestsTheSenderForAsLongAsItSays() {
        // Given
        f.submit(job("a", 1).attempts(1));
        Grant a = f.one();
        // When
        f.gate.returned(Jobs.BOT, a.grantId(), "a", ReturnReason.CAPACITY, 100, f.now());
        // Then
        assertEquals(List.of(), f.pass(99));
        assertEquals(List.of("a"), GateFixture.ids(f.pass(1)));
    }
}
