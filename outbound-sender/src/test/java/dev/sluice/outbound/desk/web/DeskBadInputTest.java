package dev.sluice.outbound.desk.web;

import static dev.sluice.outbound.desk.web.DeskRig.body;
import static dev.sluice.outbound.desk.web.DeskRig.status;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Outcome.State;
import dev.sluice.outbound.desk.board.MadeUp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is too large, too slow or no HTTP: each is ended, and the others are answered meanwhile. */
class DeskBadInputTest {
    private static final String JSON = "Content-Type: application/json";
    private static final String PAUSE = "{\"command\":\"pause\",\"sender\":\"telegram:110001\"}";
    private static final int CAP = 1024 * 1024;

    private final DeskRig desk = new DeskRig(false);

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void aBodyOverTheCapIsNotRead() throws IOException {
        String spaces = " ".repeat(CAP - PAUSE.length());

        assertEquals(202, status(desk.post(PAUSE + spaces, JSON)), "just at the cap");
        assertEquals(413, status(desk.post(PAUSE + spaces + " ", JSON)));
        String announced = RawClient.exchange(
                desk.port.port(),
                "POST /api/commands HTTP/1.1\r\n" + desk.head(JSON) + "Content-Length: 99999999999\r\n\r\n");

        assertEquals(413, status(announced), announced);
        assertTrue(body(announced).startsWith("{\"error\":\"too_large\""), announced);
    }

    @Test
    void chunksAreCounted() throws IOException {
        StringBuilder request = new StringBuilder(
                "POST /api/commands HTTP/1.1\r\n" + desk.head(JSON) + "Transfer-Encoding: chunked\r\n\r\n");
        String chunk = Integer.toHexString(64 * 1024) + "\r\n" + " ".repeat(64 * 1024) + "\r\n";
        String small = Integer.toHexString(PAUSE.length()) + "\r\n" + PAUSE + "\r\n";

        String good = RawClient.exchange(desk.port.port(), request + small + "0\r\n\r\n");
        String large = RawClient.exchange(desk.port.port(), request + chunk.repeat(17) + "0\r\n\r\n");

        assertEquals(202, status(good), good);
        assertEquals(413, status(large), large);
        assertTrue(body(large).contains("\"error\":\"too_large\""), large);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0\1\2\3\r\n\r\n",
                "GET\r\n\r\n",
                "GET /api/lanes\r\n\r\n",
                "GET /api/lanes HTTP/9.9\r\nHost: localhost\r\n\r\n",
                "GET /api/lanes HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
                "GET /api/lanes HTTP/1.1\r\nBroken header\r\nHost: localhost\r\n\r\n",
                "POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}  ",
                "POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n",
                "POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "GET http://evil.example.org/api/lanes HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            })
    void whatIsNoHttpIsRefused(String request) throws IOException {
        try (RawClient client = new RawClient(desk.port.port())) {
            String answer = client.send(request).rest();

            assertTrue(status(answer) == 0 || status(answer) >= 400, answer);
            assertTrue(answer.isEmpty() || !answer.contains("at org."), "no stack: " + answer);
        }
        assertEquals(List.of(), desk.stored);
        assertEquals(200, status(desk.get("/api/lanes")));
    }

    @Test
    void aHeadOverTheCapIsRefused() throws IOException {
        assertEquals(431, status(desk.get("/api/lanes", "X-Large: " + "x".repeat(9_000))));
        assertEquals(414, status(desk.get("/" + "x".repeat(9_000))));
    }

    /** The idle timeout alone would let each of these stay for as long as they like: they say something every second. */
    @Test
    void whoDripsIsLetGoAndOthersAreAnsweredMeanwhile() throws Exception {
        // Given as many as connections are allowed, less one
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            slow.add(new RawClient(desk.port.port()).send("GET /api/lanes HTTP/1.1\r\nX-Slow: "));
        }
        for (int i = 0; i < 40; i++) {
            slow.add(new RawClient(desk.port.port())
                    .send("POST /api/commands HTTP/1.1\r\n" + desk.head(JSON) + "Content-Length: 1000\r\n\r\n "));
        }

        // When
        long began = System.nanoTime();
        AtomicInteger answered = new AtomicInteger();
        await().atMost(Duration.ofSeconds(45))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    slow.removeIf(DeskBadInputTest::drip);
                    assertEquals(200, status(desk.get("/api/lanes")));
                    answered.incrementAndGet();
                    return slow.isEmpty();
                });

        // Then
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        System.out.println("140 that drip were let go within " + seconds + " s; " + answered + " others were answered");
        assertTrue(seconds <= 40, seconds + " s");
        assertEquals(List.of(), desk.stored);
    }

    /** Whether it is over. */
    private static boolean drip(RawClient client) {
        try {
            client.send("x");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aReaderThatNeverReadsIsLetGo() throws Exception {
        // Given an answer that no buffer between the two holds
        byte[] large = ("{\"x\":\"" + "y".repeat(12 * 1024 * 1024) + "\"}").getBytes(StandardCharsets.UTF_8);
        desk.board.review(MadeUp.open("a", State.HELD, 1, MadeUp.NOON));
        desk.reviews = review -> Optional.of(new WholeReviews.Stored("t/3/17", large));
        List<RawClient> deaf = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            deaf.add(RawClient.deaf(desk.port.port())
                    .send("GET /api/reviews/telegram:110001/a HTTP/1.1\r\n" + desk.head() + "\r\n"));
        }

        // Then the others are answered, and these are closed
        for (int i = 0; i < 20; i++) {
            assertEquals(200, status(desk.get("/api/lanes")));
        }
        await().atMost(Duration.ofSeconds(45)).until(() -> desk.port.connections() <= 1);
        for (RawClient client : deaf) {
            client.close();
        }
    }
}
