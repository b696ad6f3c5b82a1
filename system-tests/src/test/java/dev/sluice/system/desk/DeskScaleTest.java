package dev.sluice.system.desk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A hundred thousand open reviews: times as a person has them, from the browser's own clock. */
@NeedsBrowser
class DeskScaleTest extends DeskStage {
    private static final int REVIEWS = 100_000;

    /** Runs in the page: does something, and tells after how many milliseconds a condition held and was painted. */
    private static final String TIMED = "const done = arguments[0]; const from = performance.now(); ACT;"
            + "const look = () => (IS) ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - from))) : requestAnimationFrame(look); look();";

    @Test
    void theFirstTableAndAFilterAreThereAtOnce() {
        // Given
        lanes(BOTS);
        reviews(REVIEWS);
        desk.board().add(review("needle-1", "held"));
        open("#/reviews");
        browser().awaitText("#reviews-list .range", "1–100 of 100,001");

        // When
        Object first = Objects.requireNonNull(
                browser()
                        .js(
                                "return performance.getEntriesByType('mark').find(m => m.name === 'first table')?.startTime ?? -1"));
        double filter = timed(
                "const q = document.querySelector('#reviews-filters [name=q]'); q.value = 'needle'; q.dispatchEvent(new Event('input', {bubbles: true}))",
                "document.querySelectorAll('#reviews-list tbody tr').length === 1");
        double clear = timed(
                "document.querySelector('#reviews-clear').click()",
                "document.querySelectorAll('#reviews-list tbody tr').length === 100");
        double next = timed(
                "[...document.querySelectorAll('.pager button')].find(b => b.textContent === 'Next').click()",
                "document.querySelector('#reviews-list .range').textContent.startsWith('101')");
        double collect = timed(
                "document.querySelector('#reviews-list thead .tick input').click();"
                        + "document.querySelector('#reviews-list .bar .link').click();"
                        + "[...document.querySelectorAll('#reviews-list .bar-acts button')].find(b => b.textContent === 'Drop').click()",
                "document.querySelector('#confirm-title').textContent === 'Drop 100,001 messages?'");
        browser().type("#confirm-typed", "100001");
        double write =
                timed("document.querySelector('#confirm-yes').click()", "!document.querySelector('#confirm').open");
        Object heap = browser().js("return Math.round(performance.memory.usedJSHeapSize / 1048576)");

        // Then
        System.out.println("desk with " + REVIEWS + " reviews, ms: first table " + first + ", filter " + filter
                + " (250 of it typing)," + " filter cleared " + clear + ", next page " + next + ", all counted "
                + collect + ", all written " + write + "; page heap MB " + heap);
        assertTrue(
                ((Number) first).doubleValue() > 0 && ((Number) first).doubleValue() < 5_000,
                "first table after " + first);
        for (double each : List.of(filter, clear, next)) {
            assertTrue(each < 2_000, "ms: " + each);
        }
        browser().await("all are decided", () -> desk.commands().size() == REVIEWS + 1);
    }

    private static double timed(String act, String is) {
        return ((Number) Objects.requireNonNull(
                        browser().later(TIMED.replace("ACT", act).replace("IS", is))))
                .doubleValue();
    }
}
