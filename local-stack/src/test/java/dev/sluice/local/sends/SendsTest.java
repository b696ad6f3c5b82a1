package dev.sluice.local.sends;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Outcome;
import dev.sluice.runtime.settings.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SendsTest {
    private Sends sends = new Sends(Limit.parse("3/1s"), Limit.parse("1/1s"), Limit.parse("2/60s"));

    @Test
    void countsRequestsAndWhatBecameOfThem() {
        for (String id : List.of("a", "b", "c", "d", "a")) { // the second a is a replay
            sends.request(Given.request(id, id.charAt(0)), Given.at(0));
        }
        sends.outcome(Given.outcome("a", 'a', Outcome.State.ACCEPTED, Outcome.Reason.ACCEPTED, 1));
        sends.outcome(Given.sent("a", 'a', 5));
        sends.outcome(Given.outcome("b", 'b', Outcome.State.UNKNOWN, Outcome.Reason.LOST_RESPONSE, 6));
        sends.outcome(Given.outcome("c", 'c', Outcome.State.REJECTED, Outcome.Reason.FORBIDDEN, 7));

        SendFigures figures = sends.figures(Given.at(10));

        assertEquals(4, figures.requests());
        assertEquals(1, figures.sent());
        assertEquals(1, figures.unknown());
        assertEquals(0, figures.held());
        assertEquals(1, figures.ended());
        assertEquals(1, figures.waitingInAll());
        assertEquals(new SenderFigures(1, 1, Duration.ZERO), sends.figures(Given.SENDER, Given.at(10)));
    }

    @Test
    void anUnknownOneThatWasDecidedIsNoLongerUnknown() {
        sends.request(Given.request("a", 1), Given.at(0));
        sends.outcome(Given.outcome("a", 1, Outcome.State.UNKNOWN, Outcome.Reason.LOST_RESPONSE, 6));

        sends.outcome(Given.outcome("a", 1, Outcome.State.SENT, Outcome.Reason.RESOLVED, 9));

        assertEquals(0, sends.figures(Given.at(10)).unknown());
        assertEquals(1, sends.figures(Given.at(10)).sent());
    }

    @Test
    void whatAnEarlierRunLeftIsShownAndNotCounted() {
        Optional<SendResult> shown = sends.outcome(Given.sent("old", 1, 5));

        assertEquals("sent", shown.orElseThrow().text());
        assertEquals(OptionalLong.empty(), shown.get().waitMs());
        assertEquals(0, sends.figures(Given.at(10)).sent());
    }

    @Test
    void anOutcomeThatIsReadBeforeItsRequestCountsWhenThatComes() {
        sends.outcome(Given.sent("a", 1, 5));
        sends.request(Given.request("a", 1), Given.at(0));

        assertEquals(1, sends.figures(Given.at(10)).sent());
        assertTrue(sends.settled());
    }

    @Test
    void isSettledOnceEveryExpectedRequestHasComeAndEnded() {
        assertTrue(sends.settled());
        sends.expect(Given.request("a", 1));
        assertFalse(sends.settled());
        sends.request(Given.request("a", 1), Given.at(0));
        assertFalse(sends.settled());
        sends.outcome(Given.sent("a", 1, 5));
        assertTrue(sends.settled());
    }

    @Test
    void saysWhichGateAMessageHasWaitedFor() {
        assertEquals("sent", send("private 1", 7, 0, 10));
        assertEquals("sent (chat)", send("private 2", 7, 20, 1_015));
        assertEquals("sent", send("group 1", -7, 2_000, 2_005));
        assertEquals("sent (chat)", send("group 2", -7, 2_001, 3_010));
        assertEquals("sent (group)", send("group 3", -7, 3_500, 62_020));
        assertEquals("sent", send("bot 1", 1, 70_000, 70_001));
        assertEquals("sent", send("bot 2", 2, 70_000, 70_002));
        assertEquals("sent", send("bot 3", 3, 70_000, 70_003));
        assertEquals("sent (bot)", send("bot 4", 4, 70_000, 71_005));
        sends.lane(Given.lane(71_100, Optional.of(Given.at(74_100))), Given.at(71_100));
        assertEquals("sent (flood)", send("flood", 5, 71_200, 74_101));
    }

    @Test
    void saysWhatWaitsForWhichGate() {
        sends = new Sends(Limit.parse("30/1s"), Limit.parse("1/1s"), Limit.parse("2/60s"));
        send("chat 1", 7, 0, 10);
        send("group 1", -7, 0, 10);
        send("group 2", -7, 0, 1_015);
        sends.request(Given.request("chat 2", 7), Given.at(900));
        sends.request(Given.request("chat 3", 7), Given.at(900));
        sends.request(Given.request("group 3", -7), Given.at(900));
        sends.request(Given.request("other", 9), Given.at(900));

        assertEquals(
                Map.of(Gate.CHAT, 2L, Gate.GROUP, 1L, Gate.NONE, 1L),
                sends.figures(Given.at(950)).waiting());
        assertEquals(
                Map.of(Gate.NONE, 2L, Gate.CHAT, 1L, Gate.GROUP, 1L),
                sends.figures(Given.at(2_100)).waiting(),
                "what is behind another waits for the chat");
    }

    @Test
    void aFloodBeginsOnceAndEndsOnceAndTheOthersSendMeanwhile() {
        Optional<Flood> begun = sends.lane(Given.lane(0, Optional.of(Given.at(3_000))), Given.at(40));

        assertEquals(Given.at(3_000), begun.orElseThrow().until());
        assertEquals(Optional.empty(), sends.lane(Given.lane(900, Optional.of(Given.at(3_000))), Given.at(940)));
        assertEquals(
                Duration.ofSeconds(2),
                sends.figures(Given.SENDER, Given.at(1_000)).rests());
        sends.request(Given.request("a", 1), Given.at(0));
        sends.outcome(Given.sent("a", 1, 5));
        assertEquals(List.of(), sends.floodsOver(Given.at(2_999)));
        assertEquals(
                List.of(1L),
                sends.floodsOver(Given.at(3_000)).stream()
                        .map(flood -> sends.sent() - flood.sentBefore())
                        .toList());
        assertEquals(List.of(), sends.floodsOver(Given.at(3_001)));
        assertEquals(1, sends.figures(Given.at(3_001)).floods());
    }

    @Test
    void theResultOfTheCallIsTheFirstSignOfAFloodAndTheLaneSaysExactlyForHowLong() {
        Optional<Flood> begun = sends.result(Given.flooded(3), Given.at(0), Given.at(10));

        assertEquals(Given.at(3_000), begun.orElseThrow().until());
        assertEquals(Optional.empty(), sends.lane(Given.lane(900, Optional.of(Given.at(3_020))), Given.at(940)));
        assertEquals(List.of(), sends.floodsOver(Given.at(3_019)));
        assertEquals(1, sends.floodsOver(Given.at(3_020)).size());
    }

    @Test
    void aFloodIsNotOverBeforeTheGateHasSaidForHowLong() {
        sends.result(Given.flooded(3), Given.at(0), Given.at(10));

        assertEquals(List.of(), sends.floodsOver(Given.at(3_500)));
        assertEquals(
                Optional.empty(),
                sends.lane(Given.lane(3_400, Optional.of(Given.at(5_200))), Given.at(3_600)),
                "the same flood, which the gate was late to see");
        assertEquals(List.of(), sends.floodsOver(Given.at(5_199)));
        assertEquals(1, sends.floodsOver(Given.at(5_200)).size());
        assertEquals(1, sends.figures(Given.at(5_201)).floods());
    }

    @Test
    void aFloodOfWhichTheGateSaysNothingEndsALittleLater() {
        sends.result(Given.flooded(3), Given.at(0), Given.at(10));

        assertEquals(List.of(), sends.floodsOver(Given.at(7_999)));
        assertEquals(1, sends.floodsOver(Given.at(8_000)).size());
    }

    @Test
    void aFloodOfAnEarlierRunIsNone() {
        assertEquals(Optional.empty(), sends.lane(Given.lane(0, Optional.of(Given.at(3_000))), Given.at(3_000)));
        assertEquals(0, sends.figures(Given.at(3_001)).floods());
    }

    private String send(String id, long chat, long requestedMs, long sentMs) {
        sends.request(Given.request(id, chat), Given.at(requestedMs));
        return sends.outcome(Given.sent(id, chat, sentMs)).orElseThrow().text();
    }
}
