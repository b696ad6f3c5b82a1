package dev.sluice.local.botapi.http;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.ServerUnderTest;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each kind of fault as a client sees it, and as the ledger tells it. */
class FaultsTest {

    private final ServerUnderTest test = new ServerUnderTest();

    @AfterEach
    void stop() {
        test.close();
    }

    @Test
    void anotherAnswerWithStatusBodyTypeAndHeaders() {
        fault("{\"kind\":\"answer\",\"status\":429,\"body\":\"slow down\",\"content_type\":\"text/plain\","
                + "\"headers\":{\"Retry-After\":\"7\"}}");
        test.push(1);

        HttpResponse<String> answer = test.get("getUpdates");

        assertEquals(429, answer.statusCode());
        assertEquals("slow down", answer.body());
        assertEquals("7", answer.headers().firstValue("Retry-After").orElse(""));
        assertEquals("text/plain", answer.headers().firstValue("Content-Type").orElse(""));
        assertTrue(only().returned().isEmpty());
        assertEquals("f", only().fault());
    }

    @Test
    void anotherAnswerAfterTheEffect() {
        int id = pushed();
        test.get("getUpdates");
        fault("{\"kind\":\"answer\",\"status\":500,\"effect\":true}");

        assertEquals(500, test.get("getUpdates?offset=" + (id + 1)).statusCode());

        assertEquals(0, test.client.stats().pending());
        assertEquals(1, test.calls().get(1).confirmed().count());
    }

    @Test
    void aDelayAfterTheEffect() {
        fault("{\"kind\":\"delay\",\"delay_ms\":150}");
        pushed();

        long start = System.nanoTime();
        HttpResponse<String> answer = test.get("getUpdates");

        assertTrue(System.nanoTime() - start >= 150_000_000L);
        assertTrue(answer.body().contains("update_id"));
    }

    @Test
    void aDropBeforeTheEffect() throws Exception {
        int id = pushed();
        fault("{\"kind\":\"drop_before_effect\"}");

        try (Socket socket = test.raw("getUpdates?offset=" + (id + 1))) {
            assertEquals("", ServerUnderTest.readToEnd(socket));
        }

        assertEquals(1, test.client.stats().pending());
        assertEquals(0, only().status());
        assertTrue(only().answeredMicros() > 0);
    }

    @Test
    void aDropAfterTheEffect() throws Exception {
        int id = pushed();
        fault("{\"kind\":\"drop_after_effect\"}");

        try (Socket socket = test.raw("getUpdates?offset=" + (id + 1))) {
            assertEquals("", ServerUnderTest.readToEnd(socket));
        }

        assertEquals(0, test.client.stats().pending());
        await().until(() -> test.client.stats().connections() == 0);
    }

    @Test
    void halfOpenNeverAnswersAndStaysConnected() throws Exception {
        fault("{\"kind\":\"half_open\"}");

        try (Socket socket = test.raw("getMe")) {
            socket.setSoTimeout(300);
            assertThrows(
                    SocketTimeoutException.class, () -> socket.getInputStream().read());
            assertEquals(1, test.client.stats().connections());
        }
        assertEquals(0, only().answeredMicros());
    }

    @Test
    void aTruncatedBodyEndsEarly() throws Exception {
        fault("{\"kind\":\"truncate\",\"bytes\":30}");
        pushed();

        try (Socket socket = test.raw("getUpdates")) {
            String answer = ServerUnderTest.readToEnd(socket);
            String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);

            assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
            assertEquals(30, body.length());
            int promised = Integer.parseInt(answer.replaceAll("(?s).*Content-Length: ([0-9]+).*", "$1"));
            assertTrue(promised > 30, answer);
        }
    }

    @Test
    void aTruncatedBodyOfManyBytesArrivesUpToTheCut() throws Exception {
        fault("{\"kind\":\"truncate\",\"bytes\":1000000}");
        String big = "\"message\":\"" + "x".repeat(400_000) + "\"";
        for (int n = 0; n < 3; n++) {
            test.client.pushFragment(ServerUnderTest.BOT, "message", big);
        }

        try (Socket socket = test.raw("getUpdates")) {
            String answer = ServerUnderTest.readToEnd(socket);

            assertEquals(1_000_000, answer.length() - answer.indexOf("\r\n\r\n") - 4);
        }
    }

    @Test
    void aSlowDripArrivesWhole() {
        fault("{\"kind\":\"drip\",\"bytes\":5,\"interval_ms\":20}");

        long start = System.nanoTime();
        HttpResponse<String> answer = test.get("getUpdates");

        assertEquals("{\"ok\":true,\"result\":[]}", answer.body());
        assertTrue(System.nanoTime() - start >= 80_000_000L);
    }

    @Test
    void htmlEmptyBodyAndWrongJson() {
        fault("{\"kind\":\"html_502\"}");
        HttpResponse<String> html = test.get("getUpdates");
        assertEquals(502, html.statusCode());
        assertEquals("text/html", html.headers().firstValue("Content-Type").orElse(""));

        fault("{\"kind\":\"empty_body\"}");
        assertEquals("", test.get("getUpdates").body());

        fault("{\"kind\":\"wrong_json\"}");
        assertTrue(test.get("getUpdates").body().startsWith("{\"ok\":true,\"result\":[{"));
    }

    @Test
    @Tag("TELEGRAM-2")
    void aConflictStormIsThrottledLikeRealConflicts() {
        fault("{\"kind\":\"conflict_storm\"}");

        HttpResponse<String> first = test.get("getUpdates");
        long start = System.nanoTime();
        HttpResponse<String> second = test.get("getUpdates");

        assertEquals(409, first.statusCode());
        assertTrue(first.body().contains("terminated by other getUpdates request"));
        assertEquals(409, second.statusCode());
        assertTrue(System.nanoTime() - start >= 2_500_000_000L);
    }

    @Test
    void aHeldCallWaitsForItsRelease() {
        int id = pushed();
        fault("{\"kind\":\"hold\"}");
        CompletableFuture<HttpResponse<String>> call = test.later("getUpdates?offset=" + (id + 1));
        await().until(() -> test.client.held("f") == 1);
        assertFalse(call.isDone());
        assertEquals(1, test.client.stats().pending());

        assertEquals(1, test.client.release("f"));

        assertEquals(200, call.join().statusCode());
        assertEquals(0, test.client.stats().pending());
    }

    @Test
    void aCallHeldAfterItsEffectHasTakenEffect() {
        int id = pushed();
        fault("{\"kind\":\"hold\",\"effect\":true}");
        CompletableFuture<HttpResponse<String>> call = test.later("getUpdates?offset=" + (id + 1));
        await().until(() -> test.client.held("") == 1);

        assertEquals(0, test.client.stats().pending());
        assertEquals(0, test.client.release("another rule"));
        assertEquals(1, test.client.release(""));
        assertEquals(200, call.join().statusCode());
    }

    @Test
    @Tag("TELEGRAM-2")
    void theClientCreationFloodIsOffUnlessSwitchedOn() {
        test.client.registerBots(200_000, 25);
        for (int n = 0; n < 25; n++) {
            assertEquals(200, getMe(200_000 + n));
        }

        test.client.putFaults("{\"client_creation_flood\":true}");
        test.client.registerBots(300_000, 25);
        for (int n = 0; n < 20; n++) {
            assertEquals(200, getMe(300_000 + n));
        }
        assertEquals(429, getMe(300_020));
        assertEquals(200, getMe(300_000));
    }

    @Test
    void aRuleThatStruckIsCounted() {
        fault("{\"kind\":\"html_502\"}");
        test.get("getMe");
        test.get("getMe");

        assertEquals(Map.of("f", 2L), test.client.faultsStruck());
        test.client.clearFaults();
        assertEquals(200, test.get("getMe").statusCode());
    }

    @Test
    void aPlanThatIsNotUnderstoodIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> fault("{\"kind\":\"explode\"}"));
        assertThrows(IllegalArgumentException.class, () -> test.client.putFaults("{\"rulez\":[]}"));
    }

    @Test
    void aRestartOfTheClientIsSteeredFromOutside() {
        test.client.restartClient(ServerUnderTest.BOT, Duration.ofMinutes(1), true);

        assertEquals(429, test.get("getUpdates").statusCode());
    }

    private int getMe(long bot) {
        return test.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create(test.server.apiUrl() + "/bot"
                                + dev.sluice.local.botapi.SimulatedTokens.tokenOf(bot) + "/getMe"))
                        .build())
                .join()
                .statusCode();
    }

    private void fault(String action) {
        test.client.putFaults("{\"rules\":[{\"name\":\"f\",\"do\":" + action + "}]}");
    }

    private int pushed() {
        test.push(1);
        return test.client.bots().get(0).head();
    }

    private LedgerCall only() {
        assertEquals(1, test.calls().size());
        return test.calls().get(0);
    }
}
