package dev.sluice.system.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a person does at the desk, and what becomes of it. */
@NeedsBrowser
class DeskFlowTest extends DeskStage {

    @Test
    void aCooldownRunsDown() {
        // Given
        desk.board()
                .put(madeUp.lane(110_001)
                        .put("paused", false)
                        .putNull("parked")
                        .put("cooldown_until", Instant.now().plusSeconds(4).toString()));

        // When
        open("#/lanes");

        // Then
        browser().awaitText("tbody .state", "Cooling down");
        String first = browser().text("tbody .countdown");
        assertTrue(first.startsWith("0:0"), first);
        browser()
                .await(
                        "another second",
                        () -> !browser().text("tbody .countdown").equals(first));
        browser().awaitText("tbody .state", "Ready");
    }

    @Test
    void aLaneIsPausedAndResumed() {
        // Given
        desk.board().put(madeUp.lane(110_001).put("paused", false).putNull("parked"));
        open("#/lanes");

        // When
        browser().press("tbody", "Pause");
        browser().awaitText("#confirm-title", "Pause telegram:110001?");
        browser().click("#confirm-yes");

        // Then
        browser().awaitText("tbody .state", "Paused");
        browser().press("tbody", "Resume");
        browser().click("#confirm-yes");
        browser()
                .await("no longer paused", () -> !browser().text("tbody .state").contains("Paused"));
        assertEquals(
                List.of(
                        "{\"command\":\"pause\",\"sender\":\"telegram:110001\"}",
                        "{\"command\":\"resume\",\"sender\":\"telegram:110001\"}"),
                desk.commands().stream().map(JsonNode::toString).toList());
    }

    @Test
    void filtersStandInTheAddress() {
        // Given
        reviews(300);
        desk.board().add(review("wanted-1", "held"));
        open("#/reviews");
        browser().awaitText("#reviews-list .range", "1–100 of 301 open reviews");

        // When
        browser().type("#reviews-filters [name=q]", "wanted");

        // Then
        browser().awaitText("#reviews-list .range", "1 open review that match");
        assertTrue(browser().isTrue("location.hash === '#/reviews?q=wanted'"));
        browser().choose("#reviews-filters [name=state]", "unknown");
        browser().awaitText("#reviews-list .empty", "No open review matches");
        browser().press("#reviews-filters", "Clear filters");
        browser().awaitText("#reviews-list .range", "of 301 open reviews");
    }

    @Test
    void pagesGoThereAndBack() {
        reviews(250);
        open("#/reviews");
        browser().awaitText("#reviews-list .range", "1–100 of 250");
        browser().press(".pager", "Next");
        browser().awaitText("#reviews-list .range", "101–200 of 250");
        browser().press(".pager", "Next");
        browser().awaitText("#reviews-list .range", "201–250 of 250");
        assertEquals(50, rows());
        browser().press(".pager", "Previous");
        browser().awaitText("#reviews-list .range", "101–200 of 250");
        browser().press(".pager", "First");
        browser().awaitText("#reviews-list .range", "1–100 of 250");
    }

    @Test
    void aDecisionNamesTheAttemptThatWasSeen() {
        // Given
        desk.board().add(review("reply-1", "unknown"));
        open("#/reviews");

        // When
        browser().press("tbody", "reply-1");
        browser().awaitText("#sheet-body", "outbound.reviews/7/4711");
        browser().press("#sheet-foot", "Send again");
        browser().type("#confirm-note", "asked the customer");
        browser().click("#confirm-yes");

        // Then
        browser().awaitText("#sheet-foot", "is written");
        assertEquals(
                List.of(
                        "{\"command\":\"resolve\",\"sender\":\"telegram:110001\",\"request_id\":\"reply-1\",\"attempt\":2,"
                                + "\"decision\":\"resend\",\"note\":\"asked the customer\"}"),
                desk.commands().stream().map(JsonNode::toString).toList());
    }

    @Test
    void manyAreDecidedWhenTheNumberIsTyped() {
        // Given
        reviews(2_345);
        open("#/reviews");
        browser().click("#reviews-list thead .tick input");
        browser().awaitText("#reviews-list .bar", "100 reviews selected");
        browser().press("#reviews-list .bar", "Select all 2,345 that match");

        // When
        browser().press("#reviews-list .bar", "Drop");

        // Then
        browser().awaitText("#confirm-title", "Drop 2,345 messages?");
        assertFalse(browser().isTrue("!document.querySelector('#confirm-yes').disabled"));
        browser().type("#confirm-typed", "2344");
        assertTrue(browser().isTrue("document.querySelector('#confirm-yes').disabled"));
        browser().type("#confirm-typed", "2,345");
        browser().click("#confirm-yes");
        browser().awaitText("#reviews-list .empty", "Nothing to decide");
        assertEquals(2_345, desk.commands().size());
        assertEquals(
                2_345, desk.commands().stream().map(StubBoard::keyOf).distinct().count());
    }

    @Test
    void aDecisionLeavesAloneWhatItCannotApplyTo() {
        // Given
        desk.board().add(review("u-1", "unknown"));
        desk.board().add(review("u-2", "unknown"));
        desk.board().add(review("h-1", "held"));
        open("#/reviews");
        browser().click("#reviews-list thead .tick input");

        // When
        browser().press("#reviews-list .bar", "Mark as sent");

        // Then
        browser().awaitText("#confirm-title", "Mark 2 messages as sent?");
        browser().awaitText("#confirm-left", "1 other is selected too");
        browser().click("#confirm-yes");
        browser().awaitText("#badge", "1");
        assertEquals(
                List.of("telegram:110001/u-1", "telegram:110001/u-2"),
                desk.commands().stream().map(StubBoard::keyOf).sorted().toList());
    }

    @Test
    void whatWasNotWrittenCanBeTriedAgain() {
        // Given
        reviews(40);
        desk.refuse(503);
        open("#/reviews");
        browser().click("#reviews-list thead .tick input");
        browser().press("#reviews-list .bar", "Drop");
        browser().click("#confirm-yes");
        browser().awaitText("#confirm-error", "Kafka has not taken them in time");

        // When
        desk.refuse(0);
        browser().press("#confirm", "Try again");

        // Then
        browser().awaitText("#reviews-list .empty", "Nothing to decide");
        assertEquals(40, desk.commands().size());
    }

    @Test
    void keepingThingsAsTheyAreWritesNothing() {
        desk.board().add(review("reply-1", "held"));
        open("#/reviews");
        browser().click("#reviews-list tbody .tick input");
        browser().press("#reviews-list .bar", "Drop");
        browser().press("#confirm", "Keep as it is");
        browser().await("closed", () -> browser().isTrue("!document.querySelector('#confirm').open"));
        assertEquals(List.of(), desk.commands());
    }

    @Test
    void newsDoNotMoveRows() {
        // Given
        reviews(5);
        open("#/reviews");
        browser().await("rows", () -> rows() == 5);
        String second = String.valueOf(
                browser().js("return document.querySelectorAll('#reviews-list tbody th button')[1].innerText"));

        // When
        desk.settle(desk.board().keys().get(0));
        desk.open(review("newest", "unknown"));

        // Then
        browser().awaitText("#reviews-list tbody tr:first-child .state", "Settled");
        browser().awaitText("#reviews-list tbody tr:last-child th", "newest");
        assertEquals(
                second, browser().js("return document.querySelectorAll('#reviews-list tbody th button')[1].innerText"));
        browser().press("#reviews-list", "1 settled: show the list as it is now");
        browser().await("rows", () -> rows() == 5 && browser().all("tr.settled").isEmpty());
    }

    @Test
    void aDecisionWithoutEffectIsSaidSo() {
        desk.decides(false);
        desk.board().add(review("reply-1", "unknown"));
        open("#/reviews");
        browser().click("#reviews-list tbody .tick input");
        browser().press("#reviews-list .bar", "Send again");
        browser().click("#confirm-yes");
        browser().awaitText("#reviews-list tbody .state", "“Send again” written");
        browser().awaitText("#reviews-list tbody .state", "no effect yet");
    }

    @Test
    void aSearchFindsOutcomesAndWhatIsStillOpen() {
        // Given
        outcomes(50);
        desk.board().tell(madeUp.outcome(1, 1).put("request_id", "order-7").put("state", "unknown"));
        desk.board().add(review("order-7", "unknown"));
        open("#/lanes");

        // When
        browser().type("#search-text", "order-7");
        browser().press("#search", "Search");

        // Then
        browser().awaitText("#outcomes-list .range", "1 outcome");
        browser().awaitText("#outcomes-reviews", "1 open review");
        assertEquals(1, rows());
        browser().press("#outcomes-list tbody", "order-7");
        browser().awaitText("#sheet-body", "What became of it");
    }

    @Test
    void aJobThatWaitsIsCancelled() {
        desk.board().tell(madeUp.outcome(1, 1).put("request_id", "order-8").put("state", "accepted"));
        open("#/outcomes");
        browser().press("#outcomes-list tbody", "Cancel sending");
        browser().awaitText("#confirm-title", "Cancel order-8?");
        browser().click("#confirm-yes");
        browser().await("written", () -> desk.commands().size() == 1);
        assertEquals(
                "{\"command\":\"cancel\",\"sender\":\"telegram:110001\",\"request_id\":\"order-8\"}",
                desk.commands().get(0).toString());
    }

    @Test
    @Tag("R128")
    void anEmptyDeskExplainsItself() {
        open("#/lanes");
        browser().awaitText("#lanes-list .empty", "No lanes yet");
        browser().open(desk.url() + "#/reviews");
        browser().awaitText("#reviews-list .empty", "Nothing to decide");
        browser().open(desk.url() + "#/outcomes");
        browser().awaitText("#outcomes-list .empty", "No outcomes yet");
    }

    @Test
    void aDeskThatStillReadsSaysSo() {
        desk.complete(false);
        open("#/reviews");
        browser().awaitText("#reviews-list .empty", "still reading");
        desk.board().add(review("reply-1", "unknown"));
        browser().awaitText("#reviews-list .range", "1 open review so far");
        desk.complete(true);
        browser().await("complete", () -> browser().text("#reviews-list .range").equals("1 open review, oldest first"));
    }
}
