package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bot, chat and group windows. */
class WindowTest {

    private final GateFixture f = new GateFixture();

    @Test
    @Tag("R80")
    @Tag("R82")
    void manyChatsStillShareTheBotsWindow() {
        // Given
        for (int i = 1; i <= 40; i++) {
            f.submit(job("j" + i, i));
        }
        // When
        List<Grant> first = f.pass(0);
        // Then
        assertEquals(30, first.size());
        assertEquals(List.of(), f.pass(5_000), "no send is known yet, so nothing is free");
        first.forEach(g -> f.answer(Answers.of(g, ResultClass.SENT, Reason.SENT, 400, 0)));
        assertEquals(List.of(), f.pass(609));
        assertEquals(10, f.pass(1).size(), "one window and guard after the send, not after the answer");
    }

    @Test
    @Tag("R78")
    void aChatGetsOneCallASecondCountedFromTheSend() {
        // Given
        f.submit(job("a", 7));
        f.submit(job("b", 7));
        Grant a = f.one();
        f.pass(10_000);
        // When
        f.answer(Answers.sent(a));
        // Then
        assertEquals(List.of(), f.pass(1_009));
        assertEquals(List.of("b"), GateFixture.ids(f.pass(1)));
    }

    @Test
    @Tag("R78")
    void aSendThatIsReportedBeforeItsAnswerFreesTheSlotInTime() {
        // Given
        f.submit(job("a", 7));
        f.submit(job("b", 7));
        Grant a = f.one();
        // When
        f.pass(300);
        f.gate.sending(Jobs.BOT, a.grantId(), "a", 300, f.now());
        f.pass(2_000);
        f.answer(Answers.of(a, ResultClass.SENT, Reason.SENT, 2_300, 0));
        // Then
        assertEquals(List.of("b"), f.granted(), "the answer took longer than the window");
    }

    @Test
    @Tag("R80")
    void aSlotThatIsOverDoesNotComeBackWithAnAnswerThatIsReadLate() {
        // Given a heavy call whose send was told at once, and whose windows are over
        f.submit(job("heavy", 7).weight(70));
        Grant heavy = f.one();
        f.gate.sending(Jobs.BOT, heavy.grantId(), "heavy", 0, f.now());
        f.submit(job("light", 8));
        assertEquals(List.of("light"), GateFixture.ids(f.pass(3_010)));
        // When its answer, written 100 ms after the send, is read only now
        f.answer(Answers.of(heavy, ResultClass.SENT, Reason.SENT, 100, 0));
        f.submit(job("next", 9));
        // Then
        assertEquals(List.of("next"), f.granted());
    }

    @Test
    @Tag("R79")
    @Tag("C3")
    void aGroupGetsTwentyItemsInAnyMinute() {
        // Given
        for (int i = 0; i < 30; i++) {
            f.submit(job("g" + i, -100));
        }
        // When
        int sent = sendAll(60_000);
        // Then
        assertEquals(20, sent);
        assertTrue(sendAll(2_000) >= 1, "one minute after the first");
    }

    @Test
    @Tag("R79")
    void albumsCountTheirItemsInTheGroupAndOneCallInTheChat() {
        // Given
        f.submit(job("album", -100).weight(10));
        f.submit(job("next", -100).weight(10));
        f.submit(job("third", -100));
        // When
        f.answer(Answers.sent(f.one()));
        List<Grant> next = f.pass(1_010);
        // Then
        assertEquals(List.of("next"), GateFixture.ids(next));
        f.answer(Answers.sent(next.get(0)));
        assertEquals(List.of(), f.pass(58_999), "twenty items are in the minute");
        assertEquals(List.of("third"), GateFixture.ids(f.pass(2)));
    }

    @Test
    @Tag("R80")
    void aCallHeavierThanTheLimitGoesAloneAndKeepsTheWindowForAsLongAsItFills() {
        // Given
        f.submit(job("light", 1));
        Grant light = f.one();
        f.submit(job("forward", 2).weight(70));
        f.submit(job("after", 3));
        assertEquals(List.of(), f.granted(), "nobody passes it");
        // When
        f.answer(Answers.sent(light));
        List<Grant> heavy = f.pass(1_010);
        // Then
        assertEquals(List.of("forward"), GateFixture.ids(heavy));
        f.answer(Answers.sent(heavy.get(0)));
        assertEquals(List.of(), f.pass(3_009));
        assertEquals(List.of("after"), GateFixture.ids(f.pass(1)));
    }

    @Test
    @Tag("R80")
    void whatIsNotSentFreesItsSlotAtOnce() {
        // Given
        for (int i = 1; i <= 31; i++) {
            f.submit(job("j" + i, i));
        }
        Grant first = f.pass(0).get(0);
        // When
        f.gate.returned(Jobs.BOT, first.grantId(), "j1", ReturnReason.LEASE, 0, f.now());
        // Then
        assertEquals(1, f.pass(0).size());
    }

    @Test
    void methodsWithoutChatPassTheBotGateOnlyAndGoFirst() {
        // Given
        f.submit(job("chat", 1));
        for (int i = 0; i < 3; i++) {
            f.submit(Jobs.chatless("c" + i));
        }
        // When
        List<String> granted = f.granted();
        // Then
        assertEquals(List.of("c0", "c1", "c2", "chat"), granted);
    }

    @Test
    @Tag("R76")
    void windowsHoldAcrossARestart() {
        // Given
        for (int i = 0; i < 21; i++) {
            f.submit(job("g" + i, -100));
        }
        for (int i = 1; i <= 60; i++) {
            f.submit(job("p" + i, i));
        }
        sendAll(25_000);
        for (int i = 101; i <= 130; i++) {
            f.submit(job("q" + i, i));
        }
        f.submit(job("r", 999));
        f.pass(5).forEach(g -> f.answer(Answers.sent(g)));
        // When
        f.restart();
        // Then
        assertEquals(List.of(), f.pass(1_005), "a rebuilt sender waits for its short windows");
        assertTrue(GateFixture.ids(f.pass(33_000)).contains("r"));
        assertEquals(Set.of("g20", "r"), f.stores.of(Jobs.BOT).jobs.keySet(), "the group's 21st waits for its minute");
    }

    private int sendAll(long forMs) {
        int sent = 0;
        for (long end = f.ms + forMs; f.ms < end; ) {
            for (Grant grant : f.pass(Math.min(100, end - f.ms))) {
                f.answer(Answers.sent(grant));
                sent++;
            }
        }
        return sent;
    }
}
