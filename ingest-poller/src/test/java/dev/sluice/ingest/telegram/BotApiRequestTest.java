package dev.sluice.ingest.telegram;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testserver.RawServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BotApiRequestTest extends BotApiFixture {

    @Test
    @Tag("R4")
    @Tag("A23")
    void sendsExactlyWhatTheServerUnderstands() throws Exception {
        // Given
        RawServer server = server((request, out) -> RawServer.respond(out, 200, EMPTY));
        BotApi api = api(URI.create(server.url() + "/api/"), List.of("message", "chat_member"));

        // When
        poll(api, new PollRequest(OptionalInt.empty(), 100, Duration.ZERO));
        poll(api, new PollRequest(OptionalInt.of(8103), 7, Duration.ofSeconds(50)));

        // Then
        RawServer.Request first = server.requests().get(0);
        assertEquals("POST /api/bot" + TOKEN_TEXT + "/getUpdates HTTP/1.1", first.line());
        assertEquals("{\"limit\":100,\"timeout\":0,\"allowed_updates\":[\"message\",\"chat_member\"]}", first.body());
        assertEquals(
                "{\"offset\":8103,\"limit\":7,\"timeout\":50,\"allowed_updates\":[\"message\",\"chat_member\"]}",
                server.requests().get(1).body());
        assertTrue(first.headers().contains("Content-Type: application/json; charset=UTF-8")
                || first.headers().contains("Content-Type: application/json"));
        assertTrue(first.headers().contains("Content-Length: " + first.body().length()));
        assertTrue(first.headers().contains("Host: localhost:" + server.url().getPort()));
        for (String unwanted :
                List.of("transfer-encoding", "expect", "upgrade", "cookie", "accept-encoding", "authorization", "te")) {
            assertFalse(first.hasHeader(unwanted), unwanted);
        }
    }

    @Test
    void usesOneConnectionWhenTheNextPollLeavesAtOnce() throws Exception {
        // Given a caller that polls again from within the result, as fast as anybody could
        RawServer server = server((request, out) -> RawServer.respond(out, 200, EMPTY));
        BotApi api = api(server);
        CountDownLatch polls = new CountDownLatch(200);

        // When
        pollAgainAndAgain(api, polls);

        // Then
        assertTrue(polls.await(30, TimeUnit.SECONDS));
        assertEquals(1, server.connections());
    }

    @Test
    void neverSendsTwice() throws Exception {
        // Given a server that reads a request and closes
        RawServer server = server((request, out) -> {
            throw new IOException("closed unanswered");
        });
        BotApi api = api(server);

        // When
        PollResult result = poll(api, request());

        // Then
        assertInstanceOf(PollResult.Unreachable.class, result);
        assertEquals(1, server.requests().size());
    }

    @Test
    void survivesAConnectionThatWasClosedInThePool() throws Exception {
        // Given a server that closes each connection after its answer, without saying so
        RawServer server = server((request, out) -> {
            RawServer.respond(out, 200, EMPTY);
            throw new IOException("closed");
        });
        BotApi api = api(server);
        poll(api, request());
        await().until(() -> server.closedByClient() == 1);

        // When the close has certainly arrived
        PollResult result = poll(api, request());

        // Then at worst the poll fails; it is never sent twice
        assertTrue(result instanceof PollResult.Empty || result instanceof PollResult.Unreachable, result.toString());
        assertTrue(server.requests().size() <= 2);
    }

    @Test
    @Tag("E1")
    void followsNoRedirect() throws Exception {
        RawServer server = server((request, out) -> RawServer.write(
                out, "HTTP/1.1 302 Found\r\nLocation: /bot" + TOKEN_TEXT + "/getUpdates\r\nContent-Length: 0\r\n\r\n"));

        PollResult result = poll(api(server), request());

        assertEquals("ServerError[httpStatus=302, detail=]", result.toString());
        assertEquals(1, server.requests().size());
    }

    @Test
    void needsNoThreadPerCall() throws Exception {
        // Given 300 long polls
        RawServer server = server((request, out) -> {
            out.flush();
        });
        BotApi api = api(server);
        for (int i = 0; i < 300; i++) {
            api.getUpdates(TOKEN, longRequest(), result -> {});
        }
        await().until(() -> server.requests().size() == 300);

        // When
        long ours = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ingest-"))
                .count();

        // Then two read the polls and one the rest, each client has one that starts them, and one connects
        assertTrue(ours <= 6, "threads: " + ours);
    }
}
