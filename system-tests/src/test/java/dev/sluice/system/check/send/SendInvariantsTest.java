package dev.sluice.system.check.send;

import static dev.sluice.system.check.send.SendViolation.ALTERED;
import static dev.sluice.system.check.send.SendViolation.BLIND;
import static dev.sluice.system.check.send.SendViolation.COOLDOWN;
import static dev.sluice.system.check.send.SendViolation.DOUBLED;
import static dev.sluice.system.check.send.SendViolation.IN_FLIGHT;
import static dev.sluice.system.check.send.SendViolation.LATE;
import static dev.sluice.system.check.send.SendViolation.LEAKED;
import static dev.sluice.system.check.send.SendViolation.LOST;
import static dev.sluice.system.check.send.SendViolation.ORDER;
import static dev.sluice.system.check.send.SendViolation.UNCOMMITTED;
import static dev.sluice.system.check.send.SendViolation.WINDOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.system.check.SecretScan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plants each violation and sees it reported, and nothing else with it. */
class SendInvariantsTest {
    private static final String MORE_ATTEMPTS = ",\"max_attempts\":5";

    private final Story story = new Story();

    @Test
    void nothingIsFoundWhereNothingIsWrong() {
        // Given a flood that is waited out, an album, a repeat, a resend that was decided on, and a policy
        story.sent("a", "42", 1, 0)
                .request("b", "-5", "", 2_000)
                .attempt("b", "-5", 2, 1, 2_005)
                .flood("b", "-5", 2_010, 2_020, "{\"retry_after\":2}")
                .result("b", 2, "flood", 2_025)
                .attempt("b", "-5", 3, 2, 4_030)
                .call("b", "-5", 4_040, 4_050, 200)
                .result("b", 3, "sent", 4_060)
                .outcome("b", "sent", 2, "sent", 4_070)
                .called("c", "44", 5, 6_000, 502)
                .result("c", 5, "unknown", 6_030)
                .outcome("c", "unknown", 1, "server_error", 6_040)
                .review("c", 6_040)
                .resend("c", 1, 7_000)
                .closeReview("c", 7_010)
                .attempt("c", "44", 6, 2, 7_010)
                .call("c", "44", 7_020, 7_030, 200)
                .result("c", 6, "sent", 7_040)
                .outcome("c", "sent", 2, "sent", 7_050)
                .request("d", "45", ",\"on_unknown\":\"resend\"", 8_000)
                .attempt("d", "45", 7, 1, 8_005)
                .call("d", "45", 8_010, 8_010, 0)
                .result("d", 7, "unknown", 8_030)
                .outcome("d", "unknown", 1, "policy", 8_040)
                .attempt("d", "45", 8, 2, 9_040)
                .call("d", "45", 9_050, 9_060, 200)
                .result("d", 8, "sent", 9_070)
                .outcome("d", "sent", 2, "sent", 9_080)
                .called("e", "46", 9, 10_000, 502)
                .result("e", 9, "unknown", 10_030)
                .outcome("e", "unknown", 1, "server_error", 10_040)
                .review("e", 10_040)
                .request("f", "47", "", 11_000);

        // When
        SendReport report = story.check();

        // Then
        assertTrue(report.clean(), report::toString);
        assertEquals(new SendReport.Totals(8, 1, 6, 4, 1, 1, 3), report.totals());
    }

    @Test
    void aCallWithoutAnAttempt() {
        finds(story.sent("a", "42", 1, 0).call("a", "42", 5_000, 5_010, 403), UNCOMMITTED, LATE);
    }

    @Test
    void aCallThatCameBeforeItsAttemptWasStored() {
        finds(
                story.request("a", "42", "", 0)
                        .call("a", "42", 40, 50, 403)
                        .attempt("a", "42", 1, 1, 60)
                        .result("a", 1, "rejected", 70)
                        .outcome("a", "rejected", 1, "forbidden", 80),
                UNCOMMITTED);
    }

    @Test
    void aCallOfAnAttemptThatWasHandedBack() {
        finds(
                story.called("a", "42", 1, 0, 400)
                        .returned("a", 1, 30)
                        .attempt("a", "42", 2, 1, 2_000)
                        .call("a", "42", 2_010, 2_020, 400)
                        .result("a", 2, "rejected", 2_030)
                        .outcome("a", "rejected", 1, "bad_request", 2_040),
                UNCOMMITTED);
    }

    @Test
    void aCallThatNobodyAskedFor() {
        finds(story.attempt("a", "42", 1, 1, 0).call("a", "42", 10, 20, 200), UNCOMMITTED);
    }

    @Test
    void anAttemptWhileAnotherOfTheChatIsOnItsWay() {
        finds(
                story.called("a", "42", 1, 0, 200)
                        .called("b", "42", 2, 1_500, 200)
                        .result("a", 1, "sent", 1_600)
                        .outcome("a", "sent", 1, "sent", 1_610)
                        .result("b", 2, "sent", 1_620)
                        .outcome("b", "sent", 1, "sent", 1_630),
                IN_FLIGHT);
    }

    @Test
    void moreThanThirtyOfABotInASecond() {
        for (int n = 0; n < 31; n++) {
            story.sent("a" + n, Integer.toString(100 + n), n + 1, n * 32L);
        }
        finds(story, WINDOW);
    }

    @Test
    void thirtyOfABotInASecondAreAllowed() {
        for (int n = 0; n < 60; n++) {
            story.sent("a" + n, Integer.toString(100 + n), n + 1, n / 30 * 985L + n % 30);
        }
        finds(story);
    }

    @Test
    void twoInAChatWithinASecond() {
        finds(story.sent("a", "42", 1, 0).sent("b", "\"42\"", 2, 975), WINDOW);
    }

    @Test
    void twentyOneItemsOfAGroupInAMinute() {
        story.request("album", "-5", "", 0)
                .attempt("album", "-5", 1, 1, 5, 5)
                .call("album", "-5", 10, 20, 200)
                .result("album", 1, "sent", 22)
                .outcome("album", "sent", 1, "sent", 30);
        for (int n = 0; n < 16; n++) {
            story.sent("a" + n, "-5", n + 2, 2_000 + n * 3_600L);
        }
        finds(story, WINDOW);
    }

    @Test
    void aCallBehindOneThatIsTooHeavyForTheWindow() {
        story.request("album", "\"@Foo\"", "", 0)
                .attempt("album", "\"@Foo\"", 1, 1, 25, 5)
                .call("album", "\"@Foo\"", 10, 20, 200)
                .result("album", 1, "sent", 22)
                .outcome("album", "sent", 1, "sent", 30);
        finds(story.sent("a", "\"@foo\"", 2, 70_000), WINDOW);
    }

    @Test
    void aCallInsideACooldown() {
        finds(
                story.request("a", "42", MORE_ATTEMPTS, 0)
                        .attempt("a", "42", 1, 1, 5)
                        .flood("a", "42", 10, 20, "{\"retry_after\":5}")
                        .result("a", 1, "flood", 25)
                        .sent("b", "43", 2, 4_980),
                COOLDOWN);
    }

    @Test
    void a429ThatIsLostCostsOneCallAndNotTwo() {
        story.request("a", "42", MORE_ATTEMPTS, 0)
                .attempt("a", "42", 1, 1, 5)
                .flood("a", "42", 10, 20, "{\"retry_after\":5}")
                .sent("b", "43", 2, 2_000);
        finds(story);
        finds(story.sent("c", "44", 3, 3_000), COOLDOWN);
    }

    @Test
    void a429ThatAStoppedSenderCouldNotReadCountsFromWhenItWentOn() {
        story.request("a", "42", MORE_ATTEMPTS, 0)
                .attempt("a", "42", 1, 1, 5)
                .flood("a", "42", 10, 20, "{\"retry_after\":5}")
                .result("a", 1, "flood", 1_105)
                .sent("b", "43", 2, 1_190)
                .sent("c", "44", 3, 1_200);
        assertEquals(1, story.checkWithStop(-3_000, 1_100).count(COOLDOWN), "an answer to somebody else");
        assertTrue(story.checkWithStop(15, 1_100).clean(), () -> story.check().toString());
        story.sent("d", "45", 4, 1_400);
        assertEquals(1, story.checkWithStop(15, 1_100).count(COOLDOWN));
    }

    @Test
    void a429ThatWasStoredDuringTheStopWasAnotherSenders() {
        story.request("a", "42", MORE_ATTEMPTS, 0)
                .attempt("a", "42", 1, 1, 5)
                .flood("a", "42", 10, 20, "{\"retry_after\":5}")
                .result("a", 1, "flood", 30)
                .sent("b", "43", 2, 1_190);
        assertEquals(1, story.checkWithStop(15, 1_100).count(COOLDOWN));
    }

    @Test
    void aCallTooSoonAfterAFloodThatDoesNotSayHowLong() {
        SendLimits limits = SendLimits.DEFAULT.withUnspecifiedPauseMs(3_000);
        story.request("a", "42", "", 0)
                .attempt("a", "42", 1, 1, 5)
                .flood("a", "42", 10, 20, "{\"retry_after\":\"5\"}")
                .result("a", 1, "held", 25)
                .outcome("a", "held", 1, "flood_without_wait", 30)
                .review("a", 30)
                .sent("b", "43", 2, 3_020);
        assertTrue(story.check(limits).clean(), () -> story.check(limits).toString());
        story.sent("c", "44", 3, 2_900);
        assertEquals(1, story.check(limits).count(COOLDOWN));
    }

    @Test
    void aSecondCallAfterALostAnswer() {
        finds(
                story.called("a", "42", 1, 0, 200)
                        .result("a", 1, "unknown", 30)
                        .outcome("a", "unknown", 1, "lost_response", 40)
                        .review("a", 40)
                        .attempt("a", "42", 2, 2, 3_000)
                        .call("a", "42", 3_010, 3_020, 200),
                BLIND);
    }

    @Test
    void aSecondCallAfterADecisionOnAnotherAttempt() {
        finds(
                story.called("a", "42", 1, 0, 502)
                        .result("a", 1, "unknown", 30)
                        .outcome("a", "unknown", 1, "lost_response", 40)
                        .review("a", 40)
                        .resend("a", 2, 1_000)
                        .attempt("a", "42", 2, 2, 3_000)
                        .call("a", "42", 3_010, 3_020, 200),
                BLIND);
    }

    @Test
    void aSecondCallOfAJobThatThePolicyResendsAlthoughItWasSent() {
        finds(
                story.request("a", "42", ",\"on_unknown\":\"resend\"", 0)
                        .attempt("a", "42", 1, 1, 5)
                        .call("a", "42", 10, 20, 200)
                        .result("a", 1, "sent", 30)
                        .attempt("a", "42", 2, 2, 3_000)
                        .call("a", "42", 3_010, 3_020, 200),
                BLIND);
    }

    @Test
    void oneThatPassesAnEarlierOneOfItsChat() {
        finds(
                story.request("a", "42", "", 0)
                        .sent("b", "42", 1, 10)
                        .attempt("a", "42", 2, 1, 2_005)
                        .call("a", "42", 2_010, 2_020, 200)
                        .result("a", 2, "sent", 2_030)
                        .outcome("a", "sent", 1, "sent", 2_040),
                ORDER);
    }

    @Test
    void oneThatPassesAnEarlierOneThatWaitsForItsRetry() {
        finds(
                story.request("a", "42", "", 0)
                        .attempt("a", "42", 1, 1, 5)
                        .flood("a", "42", 10, 20, "{\"retry_after\":1}")
                        .result("a", 1, "flood", 25)
                        .sent("b", "42", 2, 1_100)
                        .attempt("a", "42", 3, 2, 2_200)
                        .call("a", "42", 2_210, 2_220, 200)
                        .result("a", 3, "sent", 2_230)
                        .outcome("a", "sent", 2, "sent", 2_240),
                ORDER);
    }

    @Test
    void aReplyMayPassBulkAndAnyoneWhatIsNotDueOrInReview() {
        finds(story.request("bulk", "42", ",\"priority\":\"bulk\"", 0)
                .request("later", "42", ",\"not_before\":\"2027-01-15T08:00:05Z\"", 10)
                .called("review", "42", 1, 20, 502)
                .result("review", 1, "unknown", 50)
                .outcome("review", "unknown", 1, "server_error", 60)
                .review("review", 60)
                .sent("a", "42", 2, 1_100)
                .resend("review", 1, 2_000)
                .closeReview("review", 2_010)
                .attempt("review", "42", 3, 2, 2_200)
                .call("review", "42", 2_210, 2_220, 200)
                .result("review", 3, "sent", 2_230)
                .outcome("review", "sent", 2, "sent", 2_240)
                .attempt("bulk", "42", 4, 1, 3_300)
                .call("bulk", "42", 3_310, 3_320, 200)
                .result("bulk", 4, "sent", 3_330)
                .outcome("bulk", "sent", 1, "sent", 3_340)
                .attempt("later", "42", 5, 1, 5_300)
                .call("later", "42", 5_310, 5_320, 200)
                .result("later", 5, "sent", 5_330)
                .outcome("later", "sent", 1, "sent", 5_340));
    }

    @Test
    void aCallAfterTheRequestHasExpired() {
        finds(
                story.request("a", "42", Story.expires(1_000), 0)
                        .attempt("a", "42", 1, 1, 990)
                        .call("a", "42", 1_260, 1_270, 200)
                        .result("a", 1, "sent", 1_280)
                        .outcome("a", "sent", 1, "sent", 1_290),
                LATE);
    }

    @Test
    void aCallAfterAnAcceptedCancel() {
        finds(
                story.request("a", "42", "", 0)
                        .cancel("a", 10)
                        .outcome("a", "cancelled", 0, "cancelled", 20)
                        .attempt("a", "42", 1, 1, 25)
                        .call("a", "42", 30, 40, 200),
                LATE);
    }

    @Test
    void aCancelThatIsNeitherObeyedNorRefused() {
        story.sent("a", "42", 1, 0).cancel("a", 5);
        finds(story, LATE);
        finds(story.refuse(SendRecords.COMMANDS, 40));
    }

    @Test
    void aCallAfterTheLastAttempt() {
        finds(
                story.request("a", "42", ",\"max_attempts\":1", 0)
                        .attempt("a", "42", 1, 1, 5)
                        .flood("a", "42", 10, 20, "{\"retry_after\":1}")
                        .result("a", 1, "flood", 25)
                        .attempt("a", "42", 2, 2, 2_200)
                        .call("a", "42", 2_210, 2_220, 200)
                        .result("a", 2, "sent", 2_230)
                        .outcome("a", "sent", 2, "sent", 2_240),
                LATE);
    }

    @Test
    void oneRequestAcceptedTwice() {
        finds(story.sent("a", "42", 1, 0).outcome("a", "accepted", 0, "accepted", 5_000), DOUBLED);
    }

    @Test
    void anOutcomeThatIsVisibleTwice() {
        finds(
                story.called("a", "42", 1, 0, 502)
                        .result("a", 1, "unknown", 30)
                        .outcome("a", "unknown", 1, "server_error", 40)
                        .outcome("a", "unknown", 1, "server_error", 50)
                        .review("a", 50),
                DOUBLED);
    }

    @Test
    void aGrantThatIsUsedTwice() {
        finds(story.sent("a", "42", 7, 0).sent("b", "43", 7, 2_000), DOUBLED);
    }

    @Test
    void anEndBesideAnOpenReview() {
        finds(story.sent("a", "42", 1, 0).review("a", 40), LOST);
    }

    @Test
    void anOutcomeThatSaysSentWhereNothingWas() {
        finds(story.called("a", "42", 1, 0, 502).result("a", 1, "sent", 30).outcome("a", "sent", 1, "sent", 40), LOST);
    }

    @Test
    void aBodyThatIsNotTheRequests() {
        finds(
                story.request("a", "42", "", 0)
                        .attempt("a", "42", 1, 1, 5)
                        .call("a", "42", 10, 20, 200, null, "{\"chat_id\":42,\"text\":\"other\"}")
                        .result("a", 1, "sent", 22)
                        .outcome("a", "sent", 1, "sent", 30),
                ALTERED);
    }

    @Test
    void aLeakedToken() {
        SecretScan scan = new SecretScan(List.of(SimulatedTokens.tokenOf(Story.BOT)))
                .text("a page", "… " + SimulatedTokens.tokenOf(Story.BOT));
        assertTrue(story.check().plusSecrets(scan.report()).count(LEAKED) > 0);
    }

    @Test
    void whatHasNoEndAndNoReviewIsWaiting() {
        story.request("a", "42", "", 0).request("b", "43", "", 0).refuse(SendRecords.REQUESTS, 10);
        assertEquals(1, story.check().totals().waiting());
    }

    private static void finds(Story story, SendViolation... kinds) {
        SendReport report = story.check();
        for (SendViolation kind : SendViolation.values()) {
            boolean isExpected = List.of(kinds).contains(kind);
            assertEquals(isExpected, report.count(kind) > 0, () -> kind + ": " + report);
        }
    }
}
