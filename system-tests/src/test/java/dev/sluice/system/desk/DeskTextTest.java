package dev.sluice.system.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Text that strangers wrote stays text, wherever it is shown. */
@NeedsBrowser
class DeskTextTest extends DeskStage {

    /** Every place that shows text from outside gets it: ids, previews, methods, errors, senders, reasons of parking. */
    static void hostile(DeskStub desk, MadeUp madeUp) {
        List<String> texts = MadeUp.hostile();
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            String sender = "unifyport:" + text.replaceAll("[/\\s\\p{Cntrl}]", "_");
            desk.board().put(madeUp.lane(110_001).put("sender", sender).put("parked", text));
            ObjectNode review = madeUp.review(i, texts.size(), 1)
                    .put("sender", sender)
                    .put("request_id", text)
                    .put("method", text)
                    .put("chat_id", text)
                    .put("reason", text)
                    .put("preview", text);
            desk.board().add(review);
            ObjectNode outcome = madeUp.outcome(i, 1)
                    .put("sender", sender)
                    .put("request_id", text)
                    .put("state", "rejected")
                    .put("reason", text)
                    .put("method", text)
                    .put("chat_id", text)
                    .put("cause", text)
                    .put("http_status", 400);
            outcome.putObject("error").put("code", 400).put("description", text);
            desk.board().tell(outcome);
        }
    }

    private static void assertHarmless() {
        assertEquals(List.of(), browser().complaints());
        assertTrue(browser().isTrue("window.owned === undefined"));
        // the page's own: one script, one picture; no frame, no object, no handler in an attribute
        assertEquals(1L, browser().js("return document.querySelectorAll('script').length"));
        assertEquals(1L, browser().js("return document.querySelectorAll('img').length"));
        assertEquals(
                0L,
                browser()
                        .js(
                                "return document.querySelectorAll('svg, iframe, object, embed, [style], base, meta[http-equiv]').length"));
        assertTrue(
                browser()
                        .isTrue(
                                "[...document.querySelectorAll('*')].every(e => [...e.attributes].every(a => !a.name.startsWith('on')))"));
        assertTrue(browser()
                .isTrue("[...document.querySelectorAll('a')].every(a => a.getAttribute('href').startsWith('#'))"));
        assertEquals(1, browser().windows().size());
    }

    @Test
    void itIsShownAndDoesNothing() {
        hostile(desk, madeUp);
        int all = MadeUp.hostile().size();
        for (String view : List.of("lanes", "reviews", "outcomes")) {
            open("#/" + view);
            browser().await("rows", () -> rows() >= all - 1);
            assertHarmless();
        }
    }

    @Test
    void aReviewOpenedShowsItAsItIs() {
        hostile(desk, madeUp);
        open("#/reviews");
        browser().await("rows", () -> rows() == MadeUp.hostile().size());
        for (int i = 1; i <= MadeUp.hostile().size(); i++) {
            browser().click("#reviews-list tbody tr:nth-child(" + i + ") th button");
            browser().awaitText("#sheet-body", "outbound.reviews/7/4711");
            assertHarmless();
            browser().press("#sheet-foot", "Send again");
            browser().await("asked", () -> browser().isTrue("document.querySelector('#confirm').open"));
            assertHarmless();
            browser().press("#confirm", "Keep as it is");
            browser().click("#sheet-close");
        }
        browser().click("#reviews-list tbody tr:first-child th button");
        browser().awaitText("#sheet-title", MadeUp.hostile().get(0));
    }

    @Test
    void whatTurnsTextAroundIsMadeVisible() {
        hostile(desk, madeUp);
        open("#/reviews");
        browser().awaitText("#reviews-list", "pay <U+202E>txt.exe<U+202C> to <U+2066>alice");
        assertFalse(browser().isTrue("document.body.innerText.includes('\\u202e')"));
    }

    @Test
    void aNumberBeyondWhatABrowserCountsIsNotRounded() {
        // Given
        ObjectNode review = review("big", "unknown").put("chat_id", 9_007_199_254_740_993L);
        desk.board().add(review);
        ObjectNode whole = review.deepCopy();
        whole.putObject("params")
                .put("chat_id", 9_007_199_254_740_993L)
                .put("text", "x")
                .put("message_id", 9_007_199_254_740_995L);
        whole.putArray("attempts");
        desk.board().whole(StubBoard.keyOf(review), whole);

        // When
        open("#/reviews");
        browser().press("tbody", "big");

        // Then
        browser().awaitText("#sheet-body", "9007199254740993");
        browser().click("#sheet-body summary");
        browser().awaitText("#sheet-body pre", "\"message_id\": 9007199254740995");
    }

    @Test
    void megabytesOfTextDoNotStopThePage() {
        // Given
        ObjectNode review = review("long", "unknown");
        desk.board().add(review);
        ObjectNode whole = review.deepCopy();
        whole.putObject("params").put("chat_id", 1).put("text", "x".repeat(2_000_000));
        whole.putArray("attempts");
        desk.board().whole(StubBoard.keyOf(review), whole);
        open("#/reviews");

        // When
        browser().press("tbody", "long");

        // Then
        browser().awaitText("#sheet-body blockquote", "Show all 2,000,000 characters");
        Object shown = Objects.requireNonNull(
                browser().js("return document.querySelector('#sheet-body blockquote').textContent.length"));
        assertTrue(((Long) shown) < 21_000, "shown: " + shown);
    }
}
