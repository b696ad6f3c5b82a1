package dev.sluice.system.desk;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whether what is in sight is true now, and who may see it. */
@NeedsBrowser
class DeskConnectionTest extends DeskStage {
    private static final String TOKEN = "a-made-up-token-of-the-desk-000001";

    @Test
    void aLostConnectionIsSaidAndMended() {
        // Given
        reviews(3);
        open("#/reviews");
        browser().await("rows", () -> rows() == 3);

        // When
        desk.fall();

        // Then
        browser().awaitText("#connection-text", "Disconnected");
        browser().awaitText("#banner-text", "may be old");
        assertEquals(3, rows());
        desk.board().add(review("while-away", "held"));
        desk.rise();
        browser().awaitText("#connection-text", "Live");
        browser()
                .await(
                        "what was missed",
                        () -> rows() == 4 && browser().isTrue("document.querySelector('#banner').hidden"));
    }

    @Test
    void aTabThatNobodySeesLeavesItsConnectionToOthers() {
        // Given
        open("#/reviews");

        // When
        browser().leave();

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> desk.streams() == 0);
        desk.board().add(review("while-away", "held"));
        browser().comeBack();
        browser().awaitText("#connection-text", "Live");
        browser().awaitText("#reviews-list tbody th", "while-away");
        assertTrue(browser().isTrue("document.querySelector('#banner').hidden"));
    }

    @Test
    void aTokenIsAskedForAndKeptForThisTabOnly() {
        // Given
        desk.wantToken(TOKEN);
        desk.board().add(review("secret", "held"));
        browser().open(desk.url() + "#/reviews");
        browser().await("asked", () -> browser().isTrue("document.querySelector('#ask-token').open"));
        assertEquals(0, rows());

        // When
        browser().type("#ask-token-text", "another-token-that-is-not-the-one");
        browser().press("#ask-token", "Use this token");
        browser().awaitText("#ask-token-error", "does not know this token");
        browser().type("#ask-token-text", TOKEN);
        browser().press("#ask-token", "Use this token");

        // Then
        browser().awaitText("#connection-text", "Live");
        browser().await("rows", () -> rows() == 1);
        assertTrue(
                browser().isTrue("document.cookie === '' && localStorage.length === 0 && sessionStorage.length === 1"));
        assertTrue(browser().isTrue("!document.documentElement.outerHTML.includes('" + TOKEN + "')"));
        browser().press(".bottom", "Forget the token");
        browser()
                .await(
                        "asked again",
                        () -> browser()
                                .isTrue("document.querySelector('#ask-token').open && sessionStorage.length === 0"));
    }
}
