package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.Attempt;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Grants that come before their windows have room, and what they wait for. */
class EarlyGrantTest {

    private static final long LEAD = GateSettings.DEFAULT.leadMs();

    /** When a slot of a call that was sent at 0 brings the next grant. */
    private static final long EARLY = 1_010 - LEAD;

    private static final Limit CHAT = new Limit(1, 1_000);
    private static final Limit TWO = new Limit(2, 1_000);

    private GateFixture f = new GateFixture();
    private int seen;

    @Test
    @Tag("R78")
    void aCallIsGrantedALittleBeforeItsChatHasRoom() {
        // Given
        f.submit(job("a", 7));
        f.submit(job("b", 7));
        Grant a = only();
        f.answer(Answers.sent(a));
        // When
        assertEquals(List.of(), granted(EARLY - 1));
        Grant b = only(1);
        // Then
        assertEquals(List.of(new Attempt.Hold(a.grantId(), LEAD, 1_010)), b.hold());
        assertEquals("b", b.job().spec().requestId());
    }

    @Test
    @Tag("R80")
    void eachNamesAllSlotsThatHaveToBeOverFirst() {
        // Given
        f = new GateFixture(Settings.of(TWO, CHAT));
        submit(4);
        List<Grant> sent = granted(0);
        f.answer(Answers.sent(sent.get(0)));
        granted(20);
        f.answer(Answers.sent(sent.get(1)));
        // When
        Grant third = only(EARLY - 20);
        Grant fourth = only(20);
        // Then
        Attempt.Hold second = new Attempt.Hold(sent.get(1).grantId(), LEAD, 1_010);
        assertEquals(List.of(new Attempt.Hold(sent.get(0).grantId(), LEAD, 1_010)), third.hold());
        assertEquals(List.of(new Attempt.Hold(sent.get(0).grantId(), LEAD - 20, 1_010), second), fourth.hold());
    }

    @Test
    @Tag("R80")
    void aSlotThatIsShortenedMeanwhileDoesNotLetTwoWaitForTheSameOne() {
        // Given two calls, of which the second is thought to be the later one; a third waits for the first
        f = new GateFixture(Settings.of(TWO, CHAT));
        submit(4);
        List<Grant> sent = granted(0);
        f.answer(Answers.sent(sent.get(0)));
        granted(20);
        f.gate.sending(Jobs.BOT, sent.get(1).grantId(), "j2", 0, f.now());
        Grant third = only(EARLY - 20);
        assertEquals(List.of(new Attempt.Hold(sent.get(0).grantId(), LEAD, 1_010)), third.hold());
        // When the second turns out to have been the earlier one
        f.answer(Answers.of(sent.get(1), ResultClass.SENT, Reason.SENT, EARLY + 10, 0));
        Grant fourth = only();
        // Then
        assertEquals(
                List.of(
                        new Attempt.Hold(sent.get(1).grantId(), LEAD - 10, 1_010),
                        new Attempt.Hold(sent.get(0).grantId(), LEAD, 1_010)),
                fourth.hold());
    }

    @Test
    @Tag("R80")
    void anEarlyGrantThatComesBackLeavesItsSlotToTheNext() {
        // Given
        f = new GateFixture(Settings.of(TWO, CHAT));
        submit(4);
        List<Grant> sent = granted(0);
        sent.forEach(grant -> f.answer(Answers.sent(grant)));
        List<Grant> early = granted(EARLY);
        assertEquals(2, early.size());
        // When
        f.gate.returned(Jobs.BOT, early.get(0).grantId(), "j3", ReturnReason.CAPACITY, 0, f.now());
        Grant again = only();
        // Then
        assertEquals("j3", again.job().spec().requestId());
        assertEquals(2, again.hold().size(), "beside the fourth, both must be over");
    }

    @Test
    @Tag("R80")
    void roomThatHangsOnACallInFlightIsNoReasonToGrant() {
        // Given
        f = new GateFixture(Settings.of(TWO, CHAT));
        submit(4);
        List<Grant> sent = granted(0);
        f.answer(Answers.sent(sent.get(0)));
        // When
        Grant third = only(1_005);
        // Then
        assertEquals(1, third.hold().size());
        assertEquals(List.of(), granted(10_000));
    }

    @Test
    @Tag("R80")
    void aHeavyCallWaitsForAllThatIsInItsWay() {
        // Given
        submit(3);
        List<Grant> light = granted(0);
        f.submit(job("forward", 9).weight(70));
        f.submit(job("after", 10));
        light.forEach(grant -> f.answer(Answers.sent(grant)));
        // When
        Grant heavy = only(EARLY);
        f.pass(LEAD);
        f.answer(Answers.sent(heavy));
        assertEquals(List.of(), granted(3_010 - LEAD - 1));
        Grant after = only(1);
        // Then
        assertEquals(
                light.stream()
                        .map(grant -> new Attempt.Hold(grant.grantId(), LEAD, 1_010))
                        .toList(),
                heavy.hold());
        assertEquals(List.of(new Attempt.Hold(heavy.grantId(), LEAD, 3_010)), after.hold());
    }

    @Test
    @Tag("R79")
    void eachFullWindowIsWaitedFor() {
        // Given a group with one call of twenty items
        f.submit(job("album", -100).weight(20));
        f.submit(job("next", -100));
        Grant album = only();
        f.answer(Answers.sent(album));
        // When
        assertEquals(List.of(), granted(60_010 - LEAD - 1));
        Grant next = only(1);
        // Then
        assertEquals(List.of(new Attempt.Hold(album.grantId(), LEAD, 60_010)), next.hold());
    }

    @Test
    @Tag("R97")
    void aCooldownIsNotShortened() {
        // Given
        f.submit(job("a", 7));
        Grant flooded = only();
        f.answer(Answers.flood(flooded, 1));
        // Then
        assertEquals(List.of(), granted(999));
        assertEquals(List.of(new Attempt.Hold(flooded.grantId(), 10, 1_010)), only(1).hold(), "of the chat's window");
    }

    @Test
    void whatWouldBeOverByThenIsNotGranted() {
        // Given
        f.submit(job("a", 7));
        f.submit(job("b", 7).expiresAt(f.ms + 1_000));
        f.submit(job("c", 7));
        f.answer(Answers.sent(only()));
        // When
        List<Grant> next = granted(1_100);
        // Then
        assertEquals(List.of("c"), GateFixture.ids(next));
        assertEquals(List.of("a sent sent", "b expired expired"), f.outcomes());
    }

    @Test
    void aShortWindowIsGrantedForInItsLastQuarter() {
        // Given
        f = new GateFixture(Settings.of(new Limit(1, 80), new Limit(1, 80)));
        submit(2);
        f.answer(Answers.sent(only()));
        // Then
        assertEquals(List.of(), granted(69));
        assertEquals(20, only(1).hold().get(0).ms());
    }

    @Test
    @Tag("R80")
    void aGrantNamesABoundedNumberOfSlots() {
        // Given
        f = new GateFixture(Settings.of(new Limit(100, 1_000), CHAT));
        submit(200);
        granted(0).forEach(grant -> f.answer(Answers.sent(grant)));
        // When
        List<Grant> early = granted(1_009);
        List<Grant> then = granted(1);
        // Then
        assertEquals(SlidingWindow.MAX_HOLD, early.size());
        assertEquals(
                SlidingWindow.MAX_HOLD,
                early.stream().mapToInt(grant -> grant.hold().size()).max().orElseThrow());
        assertEquals(100 - SlidingWindow.MAX_HOLD, then.size());
    }

    private void submit(int count) {
        for (int n = 1; n <= count; n++) {
            f.submit(job("j" + n, n));
        }
    }

    private Grant only() {
        return only(0);
    }

    private Grant only(long after) {
        List<Grant> grants = granted(after);
        assertEquals(1, grants.size(), () -> GateFixture.ids(grants).toString());
        return grants.get(0);
    }

    /** All grants of that time, the early ones too. */
    private List<Grant> granted(long after) {
        f.pass(after);
        List<Grant> fresh = List.copyOf(f.out.grants.subList(seen, f.out.grants.size()));
        seen = f.out.grants.size();
        return fresh;
    }
}
