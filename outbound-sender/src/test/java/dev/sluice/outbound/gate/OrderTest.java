package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.ResultClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is next: order in a chat, turns between chats, replies and bulk. */
class OrderTest {

    private final GateFixture f = new GateFixture();

    @Test
    @Tag("C12")
    void aRetryBlocksItsChat() {
        // Given
        f.submit(job("a", 1));
        f.submit(job("b", 1));
        // When
        f.answer(Answers.flood(f.one(), 3));
        // Then
        assertEquals(List.of(), f.pass(2_999));
        assertEquals(List.of("a"), GateFixture.ids(f.pass(1_000)));
    }

    @Test
    @Tag("B5")
    void whatCouldNotLeaveKeepsItsPlace() {
        // Given
        f.submit(job("a", 1));
        f.submit(job("b", 1));
        // When
        f.answer(f.one(), ResultClass.NOT_SENT);
        // Then
        Grant first = f.pass(1_000).get(0);
        f.answer(Answers.sent(first));
        assertEquals("a", first.job().spec().requestId());
        assertEquals(List.of("b"), GateFixture.ids(f.pass(2_000)));
    }

    @Test
    @Tag("R90")
    void aJobOfTheFutureDoesNotBlockItsChat() {
        // Given
        f.submit(job("later", 1).notBefore(f.ms + 5_000));
        f.submit(job("now", 1));
        // When
        f.answer(Answers.sent(f.one()));
        // Then
        assertEquals("sent", f.out.outcomes.get(2).state().word());
        assertEquals(List.of(), f.pass(4_999));
        assertEquals(List.of("later"), GateFixture.ids(f.pass(1)));
    }

    @Test
    void amongDueJobsTheFirstAcceptedGoesFirst() {
        // Given
        f.submit(job("first", 1).notBefore(f.ms + 500));
        f.submit(job("second", 1));
        f.submit(job("third", 1));
        // When
        f.answer(Answers.sent(f.one()));
        List<Grant> next = f.pass(1_010);
        // Then
        assertEquals(List.of("first"), GateFixture.ids(next));
    }

    @Test
    void aWallThatStepsBackMakesAJobWaitAgain() {
        // Given
        f.gate.pause(Jobs.BOT, true, f.now());
        f.submit(job("a", 1).notBefore(f.ms + 1_000));
        f.pass(2_000);
        // When
        f.wallLead = -3_600_000;
        f.gate.pause(Jobs.BOT, false, f.now());
        // Then
        assertEquals(List.of(), f.pass(10_000));
        f.wallLead = 0;
        assertEquals(List.of("a"), f.granted());
    }

    @Test
    @Tag("C10")
    void chatsTakeTurns() {
        // Given
        GateFixture g = new GateFixture(Settings.of(new Limit(1, 100), new Limit(100, 1_000)));
        for (int i = 0; i < 5; i++) {
            g.submit(job("a" + i, 1));
        }
        g.submit(job("b", 2));
        g.submit(job("c", 3));
        // When
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            for (Grant grant : g.pass(110)) {
                order.add(grant.job().spec().requestId());
                g.answer(Answers.sent(grant));
            }
        }
        // Then
        assertEquals(List.of("a0", "b", "c", "a1", "a2", "a3"), order.subList(0, 6));
    }

    @Test
    @Tag("C11")
    void aReplyBehindMuchBulkIsNextAndBulkKeepsItsShare() {
        // Given
        GateFixture g = new GateFixture(Settings.of(new Limit(1, 100), new Limit(1, 100)));
        for (int i = 1; i <= 500; i++) {
            g.submit(job("bulk" + i, i).bulk());
        }
        g.pass(110).forEach(x -> g.answer(Answers.sent(x)));
        // When
        for (int i = 1; i <= 500; i++) {
            g.submit(job("reply" + i, 1_000 + i));
        }
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            for (Grant grant : g.pass(110)) {
                order.add(grant.job().spec().requestId());
                g.answer(Answers.sent(grant));
            }
        }
        // Then
        assertEquals("reply1", order.get(0));
        assertEquals(20, order.stream().filter(id -> id.startsWith("bulk")).count(), order.toString());
    }

    @Test
    void bulkIsSpreadOverTheWindowSoThatAReplyFindsASlot() {
        // Given
        for (int i = 1; i <= 100; i++) {
            f.submit(job("bulk" + i, i).bulk());
        }
        // When
        List<Grant> atOnce = f.pass(0);
        List<Grant> halfASecond = f.pass(500);
        // Then
        assertTrue(atOnce.size() <= 3, "" + atOnce.size());
        assertTrue(halfASecond.size() >= 13 && halfASecond.size() <= 16, "" + halfASecond.size());
        f.submit(job("reply", 1_000));
        assertEquals("reply", f.granted().get(0));
    }

    @Test
    @Tag("B9")
    void aHeldJobBlocksItsChatOnlyUnderStrictOrder() {
        // Given
        for (boolean strict : new boolean[] {false, true}) {
            GateFixture g = new GateFixture(Settings.strict(strict));
            g.submit(job("a", 1));
            g.submit(job("b", 1));
            // When
            g.answer(g.one(), ResultClass.UNKNOWN);
            // Then
            List<String> next = GateFixture.ids(g.pass(2_000));
            assertEquals(strict ? List.of() : List.of("b"), next);
            if (strict) {
                g.gate.resolve(Jobs.BOT, "a", 1, Decision.SENT, g.now());
                assertEquals(List.of("b"), g.granted());
            }
        }
    }

    @Test
    void aHeavyCallIsNotPassedForEver() {
        // Given
        GateFixture g = new GateFixture(Settings.of(new Limit(3, 1_000), new Limit(1, 100)));
        boolean heavyWent = false;
        // When
        for (int i = 0; i < 100 && !heavyWent; i++) {
            if (i % 5 == 0) {
                g.submit(Jobs.chatless("c" + i));
            }
            if (i == 5) {
                g.submit(job("heavy", 5).weight(9));
            }
            List<Grant> fresh = g.pass(100);
            fresh.forEach(x -> g.answer(Answers.sent(x)));
            heavyWent = GateFixture.ids(fresh).contains("heavy");
        }
        // Then
        assertTrue(heavyWent);
    }
}
