package dev.sluice.ingest.telegram;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testserver.RawServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BotApiLimitsTest extends BotApiFixture {

    @Test
    @Tag("E4")
    void givesUpOnAServerThatNeverAnswers() throws Exception {
        // Given
        RawServer server = server((request, out) -> new CountDownLatch(1).await());
        long start = System.nanoTime();

        // When
        PollResult result = poll(api(server, SHORT), request());

        // Then
        long elapsedMs = (System.nanoTime() - start) / 1_000_000;
        assertInstanceOf(PollResult.Unreachable.class, result);
        assertTrue(elapsedMs >= SHORT.toMillis() && elapsedMs < 30_000, "after " + elapsedMs + " ms");
    }

    @Test
    void givesUpOnAServerThatDrips() throws Exception {
        // Given a server that sends a byte every now and then, so that no read ever times out
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n");
            while (true) {
                RawServer.write(out, " ");
                Thread.sleep(20);
            }
        });

        // When
        PollResult result = poll(api(server, SHORT), request());

        // Then the call ends and its connection too
        assertInstanceOf(PollResult.Unreachable.class, result);
        await().until(() -> server.closedByClient() == 1);
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void refusesABodyOverTheCap() throws Exception {
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + (ResponseBody.MAX_BYTES + 1) + "\r\n\r\n");
            new CountDownLatch(1).await();
        });

        assertInstanceOf(PollResult.Unreadable.class, poll(api(server), request()));
    }

    @Test
    void refusesABodyOverTheCapThatDoesNotSaySo() throws Exception {
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = new byte[64 * 1024];
            while (true) {
                RawServer.write(out, "10000\r\n");
                out.write(chunk);
                RawServer.write(out, "\r\n");
            }
        });

        PollResult result = poll(api(server), request());

        assertInstanceOf(PollResult.Unreadable.class, result);
        await().until(() -> budget.usedBytes() == 0);
    }

    @Test
    void readsNoMoreThanItNeedsOfAnErrorPage() throws Exception {
        AtomicLong sent = new AtomicLong();
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 502 X\r\nTransfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = "<p>down</p>\r\n".repeat(5_000).getBytes(StandardCharsets.US_ASCII);
            while (true) {
                RawServer.write(out, Integer.toHexString(chunk.length) + "\r\n");
                out.write(chunk);
                RawServer.write(out, "\r\n");
                sent.addAndGet(chunk.length);
            }
        });

        PollResult result = poll(api(server), request());

        assertEquals(502, assertInstanceOf(PollResult.ServerError.class, result).httpStatus());
        assertTrue(sent.get() < 16 * 1024 * 1024, "what fits into socket buffers, not more: " + sent);
        await().until(() -> budget.usedBytes() == 0);
    }

    @Test
    void leavesBodiesAtTheServerUntilThereIsRoom() throws Exception {
        // Given room for one body and three bots with 5 MiB each
        budget = new BodyBudget(ResponseBody.MAX_BYTES);
        String body = body(100, 50_000);
        AtomicInteger written = new AtomicInteger();
        RawServer server = server((request, out) -> {
            RawServer.respond(out, 200, body);
            written.incrementAndGet();
        });
        BotApi api = api(server);
        BlockingQueue<PollResult> results = new ArrayBlockingQueue<>(3);
        for (int i = 0; i < 3; i++) {
            api.getUpdates(TOKEN, request(), results::add);
        }

        // When the first is there, the others wait at the server, unread
        PollResult.Batch first = assertInstanceOf(PollResult.Batch.class, results.take());
        await().until(() -> budget.waiting() == 2);
        assertNull(results.poll(300, TimeUnit.MILLISECONDS));
        assertEquals(1, written.get());

        // Then each release lets one more in
        first.lease().release();
        PollResult.Batch second = assertInstanceOf(PollResult.Batch.class, results.take());
        assertNull(results.poll(100, TimeUnit.MILLISECONDS));
        second.lease().release();
        assertInstanceOf(PollResult.Batch.class, results.take()).lease().release();
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void doesNotLetSmallAnswersWaitForRoom() throws Exception {
        budget = new BodyBudget(ResponseBody.MAX_BYTES);
        budget.reserve(ResponseBody.MAX_BYTES, () -> {});
        RawServer server = server((request, out) -> RawServer.respond(out, 200, EMPTY));

        assertInstanceOf(PollResult.Empty.class, poll(api(server), request()));
    }

    @Test
    void saysWhenThereIsNobody() throws Exception {
        RawServer server = server((request, out) -> {});
        URI gone = server.url();
        server.close();

        PollResult refused = poll(api(gone, AllowedUpdates.ALL), request());
        PollResult unknown = poll(api(URI.create("http://no-such-host.invalid"), AllowedUpdates.ALL), request());

        assertInstanceOf(PollResult.Unreachable.class, refused);
        assertInstanceOf(PollResult.Unreachable.class, unknown);
        assertFalse(refused.toString().contains("SIMULATED"));
    }
}
