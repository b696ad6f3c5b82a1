package dev.sluice.system.desk;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Pictures of the page for people to look at: {@code -Pbrowser -Dsluice.pictures=DIR -Dtest=DeskPicturesTest}. */
@NeedsBrowser
@EnabledIfSystemProperty(
        named = "sluice.pictures",
        matches = ".+",
        disabledReason = "takes pictures only when told where to: -Dsluice.pictures=DIR")
class DeskPicturesTest extends DeskStage {
    private static final int WIDE = 1440;
    private static final int NARROW = 360;

    private final Path folder = Path.of(System.getProperty("sluice.pictures", "."));

    @BeforeEach
    void still() {
        browser().media(false, true);
    }

    private void picture(String name) {
        browser().picture(folder.resolve(name + ".png"));
    }

    private void both(String route, String name) {
        browser().size(WIDE, 900);
        open(route);
        browser().await("rows", () -> rows() > 0);
        picture(name + "-wide");
        browser().size(NARROW, 740);
        picture(name + "-narrow");
    }

    private void fill(int reviews) {
        lanes(BOTS);
        desk.board()
                .put(madeUp.lane(110_003)
                        .put("paused", false)
                        .putNull("parked")
                        .put("cooldown_until", Instant.now().plusSeconds(95).toString()));
        reviews(reviews);
        outcomes(150);
    }

    @Test
    void everyView() {
        fill(37);
        both("#/lanes", "lanes");
        both("#/reviews", "reviews");
        both("#/outcomes", "outcomes");
        browser().media(true, true);
        both("#/lanes", "lanes-dark");
        both("#/reviews", "reviews-dark");
    }

    @Test
    void emptyDesk() {
        for (String view : new String[] {"lanes", "reviews", "outcomes"}) {
            browser().size(WIDE, 900);
            open("#/" + view);
            browser()
                    .await(
                            "words",
                            () -> !browser().text("#" + view + "-list .empty").isEmpty());
            picture("empty-" + view + "-wide");
            browser().size(NARROW, 740);
            picture("empty-" + view + "-narrow");
        }
    }

    @Test
    void oneReview() {
        fill(12);
        for (boolean dark : new boolean[] {false, true}) {
            String suffix = dark ? "-dark" : "";
            browser().media(dark, true);
            browser().size(WIDE, 900);
            open("#/reviews");
            browser().click("#reviews-list tbody tr:nth-child(2) th button");
            browser().awaitText("#sheet-body", "outbound.reviews/7/4711");
            picture("one-wide" + suffix);
            browser().press("#sheet-foot", "Send again");
            browser().await("asked", () -> browser().isTrue("!document.querySelector('#confirm-yes').disabled"));
            picture("one-confirm-wide" + suffix);
            browser().press("#confirm", "Keep as it is");
            browser().size(NARROW, 740);
            picture("one-narrow" + suffix);
        }
    }

    @Test
    void tenThousandReviews() {
        fill(10_000);
        both("#/reviews", "10000");
        browser().size(WIDE, 900);
        browser().click("#reviews-list thead .tick input");
        picture("10000-selected-wide");
        browser().press("#reviews-list .bar", "Select all 10,000 that match");
        browser().press("#reviews-list .bar", "Drop");
        browser().awaitText("#confirm-title", "10,000");
        picture("10000-bulk-wide");
        browser().size(NARROW, 740);
        picture("10000-bulk-narrow");
        browser().press("#confirm", "Keep as it is");
        picture("10000-selected-narrow");
    }

    @Test
    void aHundredThousandReviews() {
        fill(100_000);
        both("#/reviews", "100000");
    }

    @Test
    void hostileText() {
        DeskTextTest.hostile(desk, madeUp);
        both("#/lanes", "hostile-lanes");
        both("#/reviews", "hostile-reviews");
        both("#/outcomes", "hostile-outcomes");
        browser().size(WIDE, 900);
        open("#/reviews");
        browser().click("#reviews-list tbody tr:nth-child(4) th button");
        browser().awaitText("#sheet-body", "outbound.reviews/7/4711");
        picture("hostile-one-wide");
        browser().size(NARROW, 740);
        picture("hostile-one-narrow");
    }

    @Test
    void withoutConnection() {
        fill(5);
        open("#/reviews");
        browser().await("rows", () -> rows() == 5);
        desk.settle(desk.board().keys().get(1));
        browser().awaitText("#reviews-list tbody tr:nth-child(2) .state", "Settled");
        desk.fall();
        browser().awaitText("#connection-text", "Disconnected");
        picture("disconnected-wide");
        browser().size(NARROW, 740);
        picture("disconnected-narrow");
    }

    @Test
    void theQuestionForTheToken() {
        desk.wantToken("a-made-up-token-of-the-desk-000001");
        browser().open(desk.url());
        browser().await("asked", () -> browser().isTrue("document.querySelector('#ask-token').open"));
        picture("token-wide");
    }
}
