package dev.sluice.system.desk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A hundred thousand open reviews: what the page itself takes, with an API that answers at once. */
@NeedsBrowser
class DeskScaleTest extends DeskStage {
    private static final int REVIEWS = 100_000;

    @Test
    void theFirstTableAndAFilterAreThereAtOnce() {
        // Given
        lanes(BOTS);
        reviews(REVIEWS);
        desk.board().add(review("needle-1", "held"));
        open("#/reviews");
        browser().awaitText("#reviews-list .range", "1–100 of 100,001");

        // When
        double table = Timed.firstTable(browser());
        double filter = Timed.until(
                browser(),
                "const q = document.querySelector('#reviews-filters [name=q]'); q.value = 'needle';"
                        + " q.dispatchEvent(new Event('input', {bubbles: true}))",
                "document.querySelectorAll('#reviews-list tbody tr').length === 1");
        double clear = Timed.until(
                browser(),
                "document.querySelector('#reviews-clear').click()",
                "document.querySelectorAll('#reviews-list tbody tr').length === 100");
        double next = Timed.until(browser(), Timed.NEXT, Timed.SECOND_PAGE);
        double counted =
                Timed.until(browser(), Timed.SELECT_ALL + Timed.press("Drop"), Timed.title("Drop 100,001 messages?"));
        browser().type("#confirm-typed", "100001");
        double written = Timed.until(browser(), Timed.CONFIRM, Timed.CONFIRMED);

        // Then
        System.out.printf(
                "made-up desk, %d reviews, ms: first table %.0f, filter %.0f (250 of it typing), filter cleared %.0f, next page %.0f,"
                        + " all counted %.0f, all written %.0f; page heap MB %s%n",
                REVIEWS, table, filter, clear, next, counted, written, Timed.heapMb(browser()));
        for (double each : List.of(table, filter, clear, next)) {
            assertTrue(each > 0 && each < 2_000, "ms: " + each);
        }
        browser().await("all are decided", () -> desk.commands().size() == REVIEWS + 1);
    }
}
