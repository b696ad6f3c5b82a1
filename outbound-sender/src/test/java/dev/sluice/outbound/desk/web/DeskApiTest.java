package dev.sluice.outbound.desk.web;

import static dev.sluice.outbound.desk.board.MadeUp.BOT;
import static dev.sluice.outbound.desk.board.MadeUp.NOON;
import static dev.sluice.outbound.desk.web.DeskRig.body;
import static dev.sluice.outbound.desk.web.DeskRig.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Lane;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Sender;
import dev.sluice.outbound.desk.board.Board.Part;
import dev.sluice.outbound.desk.board.MadeUp;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.board.Told;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DeskApiTest {
    private static final String JSON = "Content-Type: application/json";

    /** Markup, quotes, a line separator of scripts, a text that runs backwards, half of a surrogate pair. */
    private static final String HOSTILE =
            "\"</script><script>alert(1)</script>\\\"'\\u2028\\u202e\\ud800<img src=x onerror=alert(1)>\"";

    private final DeskRig desk = new DeskRig(false);

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void showsLanesWithWhatWaitsForAPerson() throws IOException {
        desk.board.lane(MadeUp.lane(BOT, Optional.of(Instant.now().plusSeconds(60))));
        desk.board.review(MadeUp.open("a", State.HELD, 42, NOON));

        JsonNode answer = json(desk.get("/api/lanes"));

        JsonNode lane = answer.get("lanes").get(0);
        assertEquals("telegram:110001", lane.get("sender").stringValue());
        assertEquals(5, lane.get("backlog").intValue());
        assertEquals(1, lane.get("in_flight").intValue());
        assertEquals("2026-11-30T12:00:00.000Z", lane.get("oldest_at").stringValue());
        assertTrue(lane.get("cooldown_left_ms").longValue() > 50_000);
        assertFalse(lane.get("paused").booleanValue());
        assertTrue(lane.get("parked").isNull());
        assertEquals(1, lane.get("held").intValue());
        assertEquals(0, lane.get("unknown").intValue());
        assertFalse(answer.get("complete").booleanValue());
        desk.board.complete(Part.LANES);
        assertTrue(json(desk.get("/api/lanes")).get("complete").booleanValue());
    }

    @Test
    void listsReviewsByFilterAndPage() throws IOException {
        desk.board.review(MadeUp.open("a1", State.HELD, 42, NOON));
        desk.board.review(MadeUp.open("a2", State.UNKNOWN, 42, NOON.plusSeconds(1)));
        desk.board.review(MadeUp.open("b1", State.HELD, -100123, NOON.plusSeconds(2)));

        JsonNode first = json(desk.get("/api/reviews?limit=2&sender=telegram%3A110001"));
        JsonNode second = json(desk.get("/api/reviews?limit=2&sender=telegram%3A110001&after="
                + first.get("next").stringValue()));
        JsonNode held = json(desk.get("/api/reviews?state=held&chat=-100123&q=b"));

        assertEquals(3, first.get("total").intValue());
        assertEquals("a1", first.get("reviews").get(0).get("request_id").stringValue());
        assertEquals("b1", second.get("reviews").get(0).get("request_id").stringValue());
        assertTrue(second.get("next").isNull());
        JsonNode review = held.get("reviews").get(0);
        assertEquals("telegram:110001/b1", review.get("key").stringValue());
        assertEquals("held", review.get("state").stringValue());
        assertEquals("flood_without_wait", review.get("reason").stringValue());
        assertEquals("sendMessage", review.get("method").stringValue());
        assertEquals(-100123, review.get("chat_id").intValue());
        assertEquals(2, review.get("attempt").intValue());
        assertEquals("hi", review.get("preview").stringValue());
        assertEquals("2026-11-30T12:00:02.000Z", review.get("since").stringValue());
        assertEquals("2026-11-30T13:00:02.000Z", review.get("expires_at").stringValue());
    }

    @ParameterizedTest
    @CsvSource({
        "/api/reviews?limit=0, limit: not 1 to 1000",
        "/api/reviews?limit=1001, limit: not 1 to 1000",
        "/api/reviews?limit=x, limit: not 1 to 1000",
        "/api/reviews?state=sent, state: neither held nor unknown",
        "/api/reviews?after=x, after: no cursor of this desk",
        "/api/reviews?sender=x, sender: neither telegram:<bot_id> nor unifyport:<account_id>",
        "/api/review?sender=telegram:1, request_id: missing",
        "/api/reviews/x/y, sender: neither telegram:<bot_id> nor unifyport:<account_id>",
        "/api/outcomes?sender=x, sender: neither telegram:<bot_id> nor unifyport:<account_id>",
    })
    void namesThePartOfAQuestionThatIsWrong(String path, String detail) throws IOException {
        String answer = desk.get(path);

        assertEquals(400, status(answer));
        assertEquals("{\"error\":\"invalid\",\"detail\":\"" + detail + "\"}", body(answer));
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "a/b%c d, a%2Fb%25c%20d",
        "a/b, a/b",
        "ü+1, %C3%BC+1",
        ";x?y#z, %3Bx%3Fy%23z",
        "a//b, a%2F%2Fb"
    })
    void readsAWholeReviewByAnyId(String id, String inPath) throws IOException {
        Review review = MadeUp.review(BOT, id, State.UNKNOWN, 42, HOSTILE, NOON);
        byte[] record = ReviewCodec.encode(review);
        desk.board.review(OpenReview.of(review, 3, 17));
        desk.reviews = known -> Optional.of(new WholeReviews.Stored("outbound.reviews/3/17", record));

        String answer = desk.get("/api/reviews/telegram:110001/" + inPath);
        String byQuery = desk.get("/api/review?sender=telegram:110001&request_id=" + inPath.replace("+", "%2B"));

        assertEquals(200, status(answer), answer);
        assertEquals("{\"place\":\"outbound.reviews/3/17\"," + new String(record, UTF_8).substring(1), body(answer));
        assertEquals(body(answer), body(byQuery));
    }

    @Test
    void aReviewThatCompactionHasTakenMeanwhileIsLookedForOnceMore() throws IOException {
        OpenReview first = MadeUp.open("a", State.UNKNOWN, 42, NOON);
        Review next = MadeUp.review(BOT, "a", State.HELD, 42, "\"hi\"", NOON);
        desk.board.review(first);
        AtomicInteger asked = new AtomicInteger();
        desk.reviews = known -> {
            asked.incrementAndGet();
            if (known.offset() == 17) {
                desk.board.review(OpenReview.of(next, 3, 30)); // the feed hears of it while we read
                return Optional.empty();
            }
            return Optional.of(new WholeReviews.Stored("t/3/30", ReviewCodec.encode(next)));
        };

        assertEquals(200, status(desk.get("/api/reviews/telegram:110001/a")));
        assertEquals(2, asked.get());

        // and one that is gone for good is gone
        desk.reviews = known -> {
            desk.board.reviewClosed(MadeUp.key("a"));
            return Optional.empty();
        };
        desk.board.complete(Part.REVIEWS);
        assertEquals(404, status(desk.get("/api/reviews/telegram:110001/a")));
        assertEquals(404, status(desk.get("/api/reviews/telegram:110001/never")));
        assertEquals(
                "{\"error\":\"not_found\",\"detail\":\"no such review is open\"}",
                body(desk.get("/api/reviews/telegram:110001/never")));
    }

    @Test
    void whatIsNotKnownYetIsNotCalledMissing() throws IOException {
        String answer = desk.get("/api/reviews/telegram:110001/a");

        assertEquals(503, status(answer));
        assertTrue(body(answer).startsWith("{\"error\":\"unavailable\""), answer);
    }

    @Test
    void hostileTextStaysText() throws IOException {
        desk.board.review(OpenReview.of(MadeUp.review(BOT, "<b>\"'", State.HELD, 1, HOSTILE, NOON), 0, 0));

        String answer = desk.get("/api/reviews");

        assertTrue(answer.contains("Content-Type: application/json"), answer);
        assertTrue(answer.contains("X-Content-Type-Options: nosniff"), answer);
        JsonNode review = json(answer).get("reviews").get(0);
        assertEquals("<b>\"'", review.get("request_id").stringValue());
        assertEquals(
                "</script><script>alert(1)</script>\"'\u2028\u202e?<img src=x onerror=alert(1)>",
                review.get("preview").stringValue());
    }

    @Test
    void showsOutcomesTheNewestFirst() throws IOException {
        desk.board.outcome(Told.of(MadeUp.outcome(BOT, "r1", 42, NOON)));
        desk.board.outcome(Told.of(MadeUp.outcome(BOT, "r2", 43, NOON.plusSeconds(1))));
        desk.board.outcomesKnownFrom(NOON.minusSeconds(9));

        JsonNode all = json(desk.get("/api/outcomes"));
        JsonNode one = json(desk.get("/api/outcomes?request_id=r1&chat=42&limit=5"));

        assertEquals("r2", all.get("outcomes").get(0).get("request_id").stringValue());
        assertEquals("2026-11-30T11:59:51.000Z", all.get("since").stringValue());
        assertEquals(1, one.get("outcomes").size());
        assertEquals(200, one.get("outcomes").get(0).get("http_status").intValue());
        assertEquals("sent", one.get("outcomes").get(0).get("state").stringValue());
    }

    @Test
    void storesCommandsWithWhoGaveThem() throws IOException {
        desk.board.review(MadeUp.open("a", State.UNKNOWN, 42, NOON));

        String answer = desk.post(
                "[{\"command\":\"resolve\",\"sender\":\"telegram:110001\",\"request_id\":\"a\",\"decision\":\"resend\"},"
                        + "{\"command\":\"pause\",\"sender\":\"telegram:110001\"}]",
                JSON);

        assertEquals(202, status(answer), answer);
        assertEquals("{\"accepted\":2}", body(answer));
        assertEquals(
                List.of(
                        "{\"command\":\"resolve\",\"sender\":\"telegram:110001\",\"request_id\":\"a\",\"attempt\":2,"
                                + "\"decision\":\"resend\",\"by\":\"desk:127.0.0.1\",\"note\":null}",
                        "{\"command\":\"pause\",\"sender\":\"telegram:110001\",\"by\":\"desk:127.0.0.1\"}",
                        "resolve",
                        "pause"),
                desk.stored);
    }

    @Test
    void aFaultAmongManyStoresNone() throws IOException {
        String answer = desk.post(
                "[{\"command\":\"pause\",\"sender\":\"telegram:110001\"},{\"command\":\"pause\",\"sender\":7}]", JSON);
        String noReview = desk.post(
                "{\"command\":\"resolve\",\"sender\":\"telegram:110001\",\"request_id\":\"a\",\"decision\":\"drop\"}",
                JSON);

        assertEquals(400, status(answer));
        assertEquals("{\"error\":\"invalid\",\"detail\":\"[1].sender: not a text\"}", body(answer));
        assertEquals(409, status(noReview));
        assertTrue(body(noReview).startsWith("{\"error\":\"no_open_review\""), noReview);
        assertEquals(List.of(), desk.stored);
    }

    @Test
    void saysWhenKafkaHasNotConfirmed() throws IOException {
        desk.broken = true;

        String answer = desk.post("{\"command\":\"pause\",\"sender\":\"telegram:110001\"}", JSON);

        assertEquals(503, status(answer));
        assertTrue(body(answer).startsWith("{\"error\":\"unavailable\""), answer);
    }

    @Test
    void tellsChangesAsTheyCome() throws Exception {
        try (RawClient client = new RawClient(desk.port.port())) {
            // Given
            client.send("GET /api/events HTTP/1.1\r\n" + desk.head() + "\r\n");
            String start = client.until("\"complete\":false}");
            assertTrue(start.contains("Content-Type: text/event-stream"), start);
            assertTrue(start.contains("event: reviews"), start);
            assertTrue(
                    start.contains("\"total\":0,\"held\":0,\"unknown\":0,\"changed\":[],\"closed\":[],\"more\":true"),
                    start);

            // When
            desk.board.lane(MadeUp.lane(BOT, Optional.empty()));
            desk.board.review(MadeUp.open("a", State.HELD, 42, NOON));
            desk.board.outcome(Told.of(MadeUp.outcome(BOT, "r1", 42, NOON)));

            // Then
            String told = client.until("event: outcomes\ndata: {\"outcomes\":[{\"request_id\":\"r1\"");
            assertTrue(told.contains("event: lanes\ndata: {\"lanes\":[{\"sender\":\"telegram:110001\""), told);
            assertTrue(told.contains("\"total\":1,\"held\":1,\"unknown\":0,\"changed\":[\"telegram:110001/a\"]"), told);

            // and a quiet stream is kept alive: twice, so longer than the port's idle timeout
            desk.board.reviewClosed(MadeUp.key("a"));
            client.until("\"closed\":[\"telegram:110001/a\"]");
            client.until(": \n\n");
            client.until(": \n\n");
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            desk.board.outcome(Told.of(MadeUp.outcome(BOT, "r1", 42, NOON)));
            return desk.port.streams() == 0;
        });
    }

    @Test
    void aStreamThatIsNeverReadHoldsUpNobodyAndIsLetGo() throws Exception {
        // Given one that is deaf, and one that listens
        try (RawClient deaf = RawClient.deaf(desk.port.port());
                RawClient listening = new RawClient(desk.port.port())) {
            deaf.send("GET /api/events HTTP/1.1\r\n" + desk.head() + "\r\n");
            listening.send("GET /api/events HTTP/1.1\r\n" + desk.head() + "\r\n");
            await().atMost(Duration.ofSeconds(5)).until(() -> desk.port.streams() == 2);

            // When there is more to tell than buffers hold
            long began = System.nanoTime();
            for (int i = 0; desk.port.streams() == 2; i++) {
                assertTrue(System.nanoTime() - began < Duration.ofSeconds(90).toNanos(), "still there");
                for (int lane = 0; lane < 500; lane++) {
                    desk.board.lane(large(1_000_000_000L + lane));
                }
                desk.board.outcome(Told.of(MadeUp.outcome(BOT, "round-" + i + ".", 42, NOON.plusSeconds(i))));
                listening.until("\"round-" + i + ".\"");
            }

            // Then
            assertEquals(1, desk.port.streams());
        }
    }

    @Test
    void streamsAreAsManyAsItHasThreadsForAndTheRestIsServedStill() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < EventStreams.MAX; i++) {
            clients.add(new RawClient(desk.port.port()).send("GET /api/events HTTP/1.1\r\n" + desk.head() + "\r\n"));
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> desk.port.streams() == EventStreams.MAX);

        assertEquals(503, status(desk.get("/api/events")));
        assertEquals(200, status(desk.get("/api/lanes")));
        for (RawClient client : clients) {
            client.close();
        }
    }

    /** Some two kilobytes of it. */
    private static Lane large(long bot) {
        return new Lane(
                Sender.telegram(bot),
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.of("x".repeat(2_000)),
                NOON);
    }

    private static JsonNode json(String answer) {
        assertEquals(200, status(answer), answer);
        return JsonMapper.shared().readTree(body(answer));
    }
}
