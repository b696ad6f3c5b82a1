package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.outbound.contract.Answer;
import dev.sluice.outbound.contract.Call;
import dev.sluice.testserver.RawServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes out, what comes back, when, and over which connection. */
class HttpSenderAnswerTest {
    private static final HttpSettings SETTINGS = HttpSettings.of(Duration.ofSeconds(10), Duration.ofSeconds(4), 10);

    @Test
    @Tag("R88")
    void theRequestIsOnePlainPostAndItsBodyIsUntouched() throws Exception {
        try (RawServer server = new RawServer((request, out) -> RawServer.respond(out, 200, "{\"ok\":true}"));
                HttpSender sender = new HttpSender(SETTINGS)) {
            // Given
            String body = "{ \"text\" : \"ünï\" , \"chat_id\":1e3}";

            // When
            Ending.Answered ending = answer(sender, URI.create(server.url() + "/api/"), body);

            // Then
            RawServer.Request request = server.requests().get(0);
            assertEquals("POST /api/botX/sendMessage HTTP/1.1", request.line());
            assertEquals(body, request.body());
            assertTrue(request.hasHeader("content-length"));
            assertTrue(request.headers().contains("Content-Type: application/json"));
            assertFalse(request.hasHeader("transfer-encoding"));
            assertFalse(request.hasHeader("expect"));
            assertFalse(request.hasHeader("accept-encoding"));
            assertFalse(request.hasHeader("upgrade"));
            assertEquals("{\"ok\":true}", new String(ending.answer().body(), StandardCharsets.UTF_8));
            assertTrue(ending.answer().complete());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 401, 429, 500, 502, 503})
    @Tag("R73")
    @Tag("B2")
    void everyStatusComesBackAsItIsAndNothingIsRepeated(int status) throws Exception {
        String body = "{\"ok\":false,\"error_code\":" + status + ",\"parameters\":{\"retry_after\":3}}";
        try (RawServer server = new RawServer((request, out) -> {
                    RawServer.write(
                            out,
                            "HTTP/1.1 " + status + " X\r\nLocation: /elsewhere\r\nRetry-After: 1\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body);
                });
                HttpSender sender = new HttpSender(SETTINGS)) {
            // When
            Ending.Answered ending = answer(sender, server.url(), "{}");

            // Then
            assertEquals(status, ending.answer().status());
            assertArrayEquals(
                    body.getBytes(StandardCharsets.UTF_8), ending.answer().body());
            assertEquals(1, server.requests().size());
        }
    }

    @Test
    void onlyTheHeadersThatAreAskedForAreHandedOver() throws Exception {
        try (RawServer server = new RawServer((request, out) -> RawServer.write(
                        out, "HTTP/1.1 200 X\r\nX-Request-Id: 7\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"));
                HttpSender sender = new HttpSender(SETTINGS)) {
            RecordedExchange exchange = new RecordedExchange();

            // When
            sender.send(server.url(), call("{}"), Set.of("x-request-id"), exchange);

            // Then
            Ending.Answered ending = assertInstanceOf(Ending.Answered.class, exchange.ending());
            assertEquals(Map.of("x-request-id", "7"), ending.answer().headers());
            assertTrue(ending.answer().complete());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 400_000})
    void aSlowAnswerIsReportedAsSilenceOnceAndTheSendIsDatedByTheRequest(int bodyBytes) throws Exception {
        ConcurrentLinkedQueue<Long> arrivals = new ConcurrentLinkedQueue<>();
        try (RawServer server = new RawServer((request, out) -> {
                    arrivals.add(System.nanoTime());
                    Thread.sleep(500);
                    RawServer.respond(out, 200, "{}");
                });
                HttpSender sender = new HttpSender(SETTINGS)) {
            RecordedExchange exchange = new RecordedExchange();

            // When
            sender.send(server.url(), call("x".repeat(bodyBytes)), Set.of(), exchange);
            Ending.Answered ending = assertInstanceOf(Ending.Answered.class, exchange.ending());

            // Then
            assertEquals(1, exchange.silences.get());
            assertEquals(exchange.sentNanos.get(), ending.sentNanos());
            assertTrue(ending.receivedNanos() - ending.sentNanos() >= TimeUnit.MILLISECONDS.toNanos(400));
            long apart = Math.abs(arrivals.element() - ending.sentNanos());
            assertTrue(apart < TimeUnit.MILLISECONDS.toNanos(250), "sent and arrived are " + apart + " ns apart");
        }
    }

    @Test
    void aQuickAnswerIsNoSilence() throws Exception {
        try (RawServer server = new RawServer((request, out) -> RawServer.respond(out, 200, "{}"));
                HttpSender sender = new HttpSender(SETTINGS)) {
            RecordedExchange exchange = new RecordedExchange();

            // When
            sender.send(server.url(), call("{}"), Set.of(), exchange);
            Ending.Answered ending = assertInstanceOf(Ending.Answered.class, exchange.ending());

            // Then
            assertEquals(0, exchange.silences.get());
            assertTrue(ending.receivedNanos() >= ending.sentNanos());
            assertNotEquals(0, ending.sentNanos());
        }
    }

    @Test
    void aBodyOverTheCapIsCutAndNotComplete() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
                    RawServer.write(out, "HTTP/1.1 200 X\r\nContent-Length: " + 10 * Answer.MAX_BYTES + "\r\n\r\n");
                    byte[] part = new byte[64 * 1024];
                    for (int i = 0; i < 10 * Answer.MAX_BYTES; i += part.length) {
                        out.write(part);
                    }
                });
                HttpSender sender = new HttpSender(SETTINGS)) {
            // When
            Ending.Answered ending = answer(sender, server.url(), "{}");

            // Then
            assertEquals(Answer.MAX_BYTES, ending.answer().body().length);
            assertFalse(ending.answer().complete());
        }
    }

    @Test
    void aConnectionIsUsedAgainUnlessItWasIdleForTooLong() throws Exception {
        HttpSettings quick = new HttpSettings(
                Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofMillis(300), 10, Duration.ofMillis(200), 1);
        try (RawServer server = new RawServer((request, out) -> RawServer.respond(out, 200, "{}"));
                HttpSender sender = new HttpSender(quick)) {
            // When
            answer(sender, server.url(), "{}");
            answer(sender, server.url(), "{}");
            int reused = server.connections();
            Thread.sleep(400); // the idle time itself
            answer(sender, server.url(), "{}");

            // Then
            assertEquals(1, reused);
            assertEquals(2, server.connections());
        }
    }

    @Test
    void aConnectionThatTheServerHasClosedIsNotUsedAgain() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
                    RawServer.respond(out, 200, "{}");
                    if (request.connection() == 1) {
                        out.close();
                    }
                });
                HttpSender sender = new HttpSender(SETTINGS)) {
            // Given
            answer(sender, server.url(), "{}");
            await().until(() -> server.closedByClient() == 1); // the raw server's end of it

            // When
            Thread.sleep(50); // the close comes over the wire
            answer(sender, server.url(), "{}");

            // Then
            assertEquals(2, server.requests().size());
        }
    }

    private static Ending.Answered answer(HttpSender sender, URI url, String body) throws Exception {
        RecordedExchange exchange = new RecordedExchange();
        sender.send(url, call(body), Set.of(), exchange);
        return assertInstanceOf(Ending.Answered.class, exchange.ending());
    }

    private static Call call(String body) {
        return new Call(
                "/botX/sendMessage", Map.of("Content-Type", "application/json"), body.getBytes(StandardCharsets.UTF_8));
    }
}
