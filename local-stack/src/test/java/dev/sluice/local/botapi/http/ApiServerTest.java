package dev.sluice.local.botapi.http;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.ServerUnderTest;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ApiServerTest {

    private final ServerUnderTest test = new ServerUnderTest();

    @AfterEach
    void stop() {
        test.close();
    }

    @Test
    @Tag("TELEGRAM-5")
    void argumentsComeFromTheUrlThenFromJsonOrForm() {
        test.push(3);

        test.post("getUpdates?limit=2", "application/json", "{\"limit\":1,\"offset\":1}");
        test.post("GETUPDATES", "application/x-www-form-urlencoded", "limit=2&offset=2");
        test.post("getUpdates", "text/plain", "limit=1");

        assertEquals(2, test.calls().get(0).limit());
        assertEquals("1", test.calls().get(0).offsetSent());
        assertEquals(2, test.calls().get(1).limit());
        assertEquals("2", test.calls().get(1).offsetSent());
        assertEquals(100, test.calls().get(2).limit());
    }

    @Test
    @Tag("TELEGRAM-5")
    void aTruncatedJsonBodyCountsUpToItsFault() {
        HttpResponse<String> answer =
                test.post("getUpdates", "application/json; charset=utf-8", "{\"limit\":7,\"offset\":12");

        assertEquals(200, answer.statusCode());
        assertEquals(7, test.calls().get(0).limit());
        assertEquals("12", test.calls().get(0).offsetSent());
    }

    @Test
    @Tag("TELEGRAM-3")
    void tokensAndPaths() throws Exception {
        assertEquals("404 Not Found", error("/nothing/here"));
        assertEquals("404 Not Found", error("/botabc/getMe"));
        assertEquals("404 Not Found", error("/bot/getMe"));
        assertEquals("404 Not Found", error("/bot123:ab%20c/getMe"));
        assertEquals("401 Unauthorized: invalid token specified", error("/bot0123:abc/getMe"));
        assertEquals("401 Unauthorized: invalid token specified", error("/bot123:" + "a".repeat(80) + "/getMe"));
        assertEquals("401 Unauthorized", error("/bot123:abc/getMe"));
        assertEquals("404 Not Found: method not found", error(ServerUnderTest.path("noSuchMethod")));
    }

    @Test
    void aRevokedTokenIsUnauthorisedUntilTheBotHasAnother() {
        test.client.revokeToken(ServerUnderTest.BOT);
        assertEquals(401, test.get("getMe").statusCode());
        assertEquals(ServerUnderTest.BOT, test.calls().get(0).botId());

        test.client.registerBots(ServerUnderTest.BOT, 1);
        assertEquals(200, test.get("getMe").statusCode());
    }

    @Test
    @Tag("TELEGRAM-3")
    void anUnknownHttpMethodIsAnsweredWithAnEmptyBodyAndClosed() throws Exception {
        try (Socket socket = test.rawText(
                "PUT " + ServerUnderTest.path("getMe") + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")) {
            String answer = ServerUnderTest.readToEnd(socket);

            assertTrue(answer.startsWith("HTTP/1.1 501 "), answer);
            assertTrue(answer.contains("Content-Length: 0\r\n"), answer);
        }
    }

    @Test
    @Tag("TELEGRAM-3")
    void parametersOfMoreThanAMebibyteAreTooLarge() {
        assertEquals(
                413,
                test.post("sendMessage", "application/json", "{\"text\":\"" + "x".repeat(1 << 20) + "\"}")
                        .statusCode());
    }

    @Test
    void chunkedBodiesAreRead() throws Exception {
        try (Socket socket = test.rawText("POST " + ServerUnderTest.path("getUpdates")
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "8\r\n{\"limit\"\r\n3\r\n:5}\r\n0\r\n\r\n")) {
            assertTrue(socket.getInputStream().read() > 0);
        }
        assertEquals(5, test.calls().get(0).limit());
    }

    @Test
    @Tag("TELEGRAM-5")
    void aConnectionIsKeptEvenWhenTheClientAsksToClose() throws Exception {
        String request =
                "GET " + ServerUnderTest.path("getMe") + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try (Socket socket = test.rawText(request)) {
            await().until(() -> socket.getInputStream().available() > 0);
            socket.getOutputStream().write(request.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            await().until(() -> test.calls().size() == 2);
            assertEquals(test.calls().get(0).peer(), test.calls().get(1).peer());
        }
    }

    @Test
    @Tag("TELEGRAM-1.7")
    void aLongPollIsAnsweredWhenAnUpdateArrives() {
        CompletableFuture<HttpResponse<String>> poll = test.later("getUpdates?timeout=30");
        await().until(() -> test.client.stats().pollsWaiting() == 1);
        assertFalse(poll.isDone());
        assertEquals(0, test.calls().get(0).answeredMicros());

        test.push(1);

        assertTrue(poll.join().body().contains("\"n\":0"));
        assertTrue(test.calls().get(0).answeredMicros() > test.calls().get(0).receivedMicros());
    }

    @Test
    @Tag("TELEGRAM-1.7")
    void aClientThatGoesAwayLeavesItsPollBehind() throws Exception {
        // Given a poll whose client closes its connection
        test.raw("getUpdates?timeout=3").close();
        await().until(() -> test.client.stats().pollsWaiting() == 1);
        await().until(() -> test.client.stats().connections() == 0);

        // Then it waits on, and is answered to nobody
        assertEquals(1, test.client.stats().pollsWaiting());
        await().until(() -> test.client.stats().pollsWaiting() == 0);
        assertTrue(test.calls().get(0).closedByPeer());
    }

    @Test
    void theRoundTripTimeDelaysEachAnswer() {
        test.client.roundTrip(Duration.ofMillis(60));

        long start = System.nanoTime();
        test.get("getMe");
        long took = System.nanoTime() - start;

        assertTrue(took >= 60_000_000L, took + " ns");
    }

    @Test
    void updatesAreDeliveredByteForByte() {
        test.client.pushElement(
                ServerUnderTest.BOT,
                "message",
                "{ \"message\" : {\"x\":1e400,\"x\":\"\\u00e9é\"} , \"update_id\":@UPDATE_ID@\t}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        int id = test.client.bots().get(0).head();

        assertEquals(
                "{\"ok\":true,\"result\":[{ \"message\" : {\"x\":1e400,\"x\":\"\\u00e9é\"} , \"update_id\":" + id
                        + "\t}]}",
                test.get("getUpdates").body());
    }

    private String error(String path) throws Exception {
        HttpResponse<String> answer = test.send(
                        java.net.http.HttpRequest.newBuilder(java.net.URI.create(test.server.apiUrl() + path))
                                .build())
                .join();
        String body = answer.body();
        String prefix = "{\"ok\":false,\"error_code\":" + answer.statusCode() + ",\"description\":\"";
        assertTrue(body.startsWith(prefix) && body.endsWith("\"}"), body);
        return answer.statusCode() + " " + body.substring(prefix.length(), body.length() - 2);
    }
}
