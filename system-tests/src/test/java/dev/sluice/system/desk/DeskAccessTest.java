package dev.sluice.system.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** Who works by keys, with a screen reader, on a telephone, in the dark or without motion. */
@NeedsBrowser
class DeskAccessTest extends DeskStage {

    @BeforeEach
    void fill() {
        lanes(8);
        reviews(120);
        outcomes(30);
    }

    @ParameterizedTest
    @CsvSource({
        "lanes, 1440, false",
        "lanes, 360, true",
        "reviews, 1440, true",
        "reviews, 360, false",
        "outcomes, 1440, false",
        "outcomes, 360, true"
    })
    void axeFindsNothing(String view, int width, boolean dark) {
        browser().size(width, 900);
        browser().media(dark, false);
        open("#/" + view);
        browser().await("rows", () -> rows() > 0);
        assertEquals(List.of(), findings());
    }

    @ParameterizedTest
    @CsvSource({"1440, false", "360, true"})
    void axeFindsNothingInTheDialogs(int width, boolean dark) {
        browser().size(width, 900);
        browser().media(dark, false);
        open("#/reviews");
        browser().click("#reviews-list tbody tr:first-child th button");
        browser().awaitText("#sheet-body", "outbound.reviews/7/4711");
        assertEquals(List.of(), findings());
        browser().press("#sheet-foot", "Drop");
        assertEquals(List.of(), findings());
        browser().press("#confirm", "Keep as it is");
        browser().click("#sheet-close");
        browser().click("#reviews-list thead .tick input");
        browser().press("#reviews-list .bar", "Select all 120 that match");
        browser().press("#reviews-list .bar", "Send again");
        browser().awaitText("#confirm-title", "Send 120 messages again?");
        assertEquals(List.of(), findings());
    }

    @Test
    void axeFindsNothingOnAnEmptyDeskThatIsDisconnected() {
        DeskStub other = new DeskStub();
        browser().open(other.url() + "#/reviews");
        browser().awaitText("#connection-text", "Live");
        other.fall();
        browser().awaitText("#connection-text", "Disconnected");
        assertEquals(List.of(), findings());
        other.close();
    }

    // axe itself writes markup, which the page's policy forbids: the policy is set aside for it, on a page that is
    // loaded
    private static List<String> findings() {
        browser().cdp("Page.setBypassCSP", Map.of("enabled", true));
        return browser().axe();
    }

    @Test
    void aReviewIsDecidedByKeysAlone() {
        // Given
        open("#/lanes");

        // When
        browser().tabTo("a.id === 'skip'");
        browser().tabTo("a.id === 'nav-reviews'");
        browser().keys(Keys.ENTER);
        browser().await("the view has the focus", () -> browser().isFocused("a.id === 'reviews-title'"));
        browser().await("rows", () -> rows() == 100);
        browser().tabTo("a.closest('tbody tr') !== null && a.tagName === 'BUTTON'");
        String id = String.valueOf(browser().js("return document.activeElement.textContent"));
        browser().keys(Keys.ENTER);
        browser().await("the sheet has the focus", () -> browser().isFocused("a.id === 'sheet-title'"));
        browser().awaitText("#sheet-body", "outbound.reviews/7/4711");
        browser().tabTo("a.textContent === 'Send again'");
        browser().keys(Keys.SPACE);
        browser().await("the safe button has the focus", () -> browser().isFocused("a.id === 'confirm-no'"));
        browser().tabTo("a.id === 'confirm-yes'");
        browser().keys(Keys.ENTER);

        // Then
        browser().await("written", () -> desk.commands().size() == 1);
        assertEquals(id, desk.commands().get(0).path("request_id").asString());
        browser().await("the way on has the focus", () -> browser().isFocused("a.textContent === 'Next review'"));
        browser().keys(Keys.ESCAPE);
        browser()
                .await(
                        "the focus is on the page",
                        () -> browser().isFocused("a !== document.body && a.closest('#view-reviews') !== null"));
    }

    @Test
    void manyAreDecidedByKeysAlone() {
        open("#/reviews");
        browser().await("rows", () -> rows() == 100);
        browser().tabTo("a.matches('thead .tick input')");
        browser().keys(Keys.SPACE);
        browser().tabTo("a.textContent === 'Select all 120 that match'");
        browser().keys(Keys.ENTER);
        browser().tabTo("a.textContent === 'Drop'");
        browser().keys(Keys.ENTER);
        browser().await("the number is asked for", () -> browser().isFocused("a.id === 'confirm-typed'"));
        browser().keys("120", Keys.ENTER);
        browser().await("written", () -> desk.commands().size() == 120);
    }

    @Test
    void theFocusIsSeenAndReturns() {
        open("#/reviews");
        browser().tabTo("a.closest('tbody tr') !== null && a.tagName === 'BUTTON'");
        assertTrue(
                browser()
                        .isFocused(
                                "getComputedStyle(a).outlineStyle === 'solid' && parseFloat(getComputedStyle(a).outlineWidth) >= 2"));
        String id = String.valueOf(browser().js("return document.activeElement.textContent"));
        browser().keys(Keys.ENTER);
        browser().await("open", () -> browser().isTrue("document.querySelector('#sheet').open"));
        browser().keys(Keys.ESCAPE);
        browser().await("the focus is back", () -> browser().isFocused("a.textContent === " + "'" + id + "'"));
    }

    @Test
    void whatHappensIsSaidAloud() {
        open("#/reviews");
        browser()
                .await(
                        "how many",
                        () -> browser()
                                .isTrue(
                                        "document.querySelector('body > [data-announce]').textContent.includes('1–100 of 120 open reviews')"));
        assertTrue(
                browser().isTrue("document.querySelectorAll('header nav, main, footer, [role=search]').length === 4"));
        assertTrue(browser().isTrue("[...document.querySelectorAll('th[scope=col]')].length > 0"));
    }

    @ParameterizedTest
    @CsvSource({"lanes", "reviews", "outcomes"})
    void nothingIsWiderThanATelephone(String view) {
        DeskTextTest.hostile(desk, madeUp);
        browser().size(360, 740);
        open("#/" + view);
        browser().await("rows", () -> rows() > 0);
        assertTrue(browser().isTrue("document.documentElement.scrollWidth <= 360"), "wider than the screen");
        browser()
                .click(
                        "main > section:not([hidden]) tbody tr:first-child .tick input, main > section:not([hidden]) tbody tr:first-child th button");
        assertTrue(browser().isTrue("document.documentElement.scrollWidth <= 360"), "wider than the screen");
    }

    @Test
    void withoutMotionNothingMoves() {
        browser().media(false, true);
        desk.board().put(madeUp.lane(110_001).put("paused", false).putNull("parked"));
        open("#/lanes");
        browser().click("tbody tr:first-child .acts button");
        browser().click("#confirm-yes");
        browser().awaitText(".toast", "written");
        assertEquals("none", browser().js("return getComputedStyle(document.querySelector('.toast')).animationName"));
    }
}
