package dev.sluice.system.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.node.ObjectNode;

/** A browser for all tests of a class, and before it a fresh desk for each. */
abstract class DeskStage {
    static final int BOTS = 14;

    private static Browser shared;

    final DeskStub desk = new DeskStub();
    final MadeUp madeUp = new MadeUp(4, Instant.now());

    @BeforeAll
    static void startBrowser() {
        shared = new Browser();
    }

    @AfterAll
    static void stopBrowser() {
        shared.close();
    }

    @BeforeEach
    void bareBrowser() {
        browser().size(1440, 900);
        browser().media(false, false);
    }

    @AfterEach
    void closeDesk() {
        browser().open("about:blank");
        desk.close();
    }

    static Browser browser() {
        return shared;
    }

    /** Opens a view and waits until news flow. */
    void open(String route) {
        browser().open("about:blank");
        List<String> before = browser().complaints();
        browser().open(desk.url() + route);
        browser().awaitText("#connection-text", "Live");
        assertEquals(List.of(), browser().complaints(), () -> "before: " + before);
    }

    /** Lanes of some bots. */
    void lanes(int bots) {
        for (int i = 0; i < bots; i++) {
            desk.board().put(madeUp.lane(110_001 + i));
        }
    }

    void reviews(int count) {
        for (int i = 0; i < count; i++) {
            desk.board().add(madeUp.review(i, count, BOTS));
        }
    }

    void outcomes(int count) {
        for (int i = 0; i < count; i++) {
            desk.board().tell(madeUp.outcome(i, BOTS));
        }
    }

    /** One review of bot 110001 with this id and state. */
    ObjectNode review(String id, String state) {
        return madeUp.review(0, 1, 1).put("request_id", id).put("state", state).put("attempt", 2);
    }

    int rows() {
        return browser().all("main > section:not([hidden]) tbody tr").size();
    }
}
