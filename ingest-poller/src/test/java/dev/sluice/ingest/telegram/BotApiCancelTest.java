package dev.sluice.ingest.telegram;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testserver.RawServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BotApiCancelTest extends BotApiFixture {

    @Test
    void forgetsACallThatIsCancelledWhileItWaitsForRoom() throws Exception {
        // Given no room
        budget = new BodyBudget(ResponseBody.MAX_BYTES);
        BodyBudget.Lease all = budget.reserve(ResponseBody.MAX_BYTES, () -> {});
        RawServer server = server((request, out) -> RawServer.respond(out, 200, body(10, 1_000)));
        BlockingQueue<PollResult> results = new ArrayBlockingQueue<>(2);
        PendingCall call = api(server).getUpdates(TOKEN, request(), results::add);
        await().until(() -> budget.waiting() == 1);

        // When
        call.cancel();

        // Then
        assertInstanceOf(PollResult.Cancelled.class, results.take());
        await().until(() -> budget.waiting() == 0);
        all.release();
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void closesTheConnectionOfACancelledCallAtOnce() throws Exception {
        // Given a long poll
        RawServer server = server((request, out) -> {
            out.flush();
        });
        List<PollResult> results = new CopyOnWriteArrayList<>();
        PendingCall call = api(server).getUpdates(TOKEN, longRequest(), results::add);
        await().until(() -> server.requests().size() == 1);

        // When
        long start = System.nanoTime();
        call.cancel();
        call.cancel();

        // Then
        await().pollInterval(Duration.ofMillis(5)).until(() -> server.closedByClient() == 1);
        long elapsedMs = (System.nanoTime() - start) / 1_000_000;
        assertTrue(elapsedMs < 8_000, "after " + elapsedMs + " ms");
        assertEquals(List.of(new PollResult.Cancelled()), results);
    }

    @Test
    void closesEveryConnectionWheneverTheCallIsCancelled() throws Exception {
        // Given calls on new and on used connections: three short polls are followed by five long ones
        RawServer server = server((request, out) -> {
            if (request.body().contains("\"timeout\":0")) {
                RawServer.respond(out, 200, EMPTY);
            }
        });
        BotApi api = api(server);
        List<PollResult> results = new CopyOnWriteArrayList<>();

        // When they are cancelled before, while and after they are sent
        for (int round = 0; round < 60; round++) {
            for (int i = 0; i < 3; i++) {
                poll(api, request());
            }
            List<PendingCall> calls = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                calls.add(api.getUpdates(TOKEN, longRequest(), results::add));
            }
            Thread.sleep(round % 12, round * 1_000);
            calls.forEach(PendingCall::cancel);
        }

        // Then
        assertEquals(300, results.size());
        assertTrue(results.stream().allMatch(PollResult.Cancelled.class::isInstance));
        // the short polls may have left one idle connection
        await().until(() -> server.connections() - server.closedByClient() <= 1);
    }

    @Test
    void closesAUsedConnectionAtTheDeadline() throws Exception {
        RawServer server = server((request, out) -> {
            if (request.body().contains("\"offset\":1,")) {
                RawServer.respond(out, 200, EMPTY);
            }
        });
        BotApi api = api(server, SHORT);
        poll(api, longRequest());

        PollResult result = poll(api, new PollRequest(OptionalInt.of(2), 100, Duration.ZERO));

        assertInstanceOf(PollResult.Unreachable.class, result);
        await().until(() -> server.closedByClient() == 1);
        assertEquals(1, server.connections());
    }

    @Test
    void reportsOnceWhateverComesFirst() throws Exception {
        // Given calls that are cancelled around the moment of their answer
        RawServer server = server((request, out) -> RawServer.respond(out, 200, body(3, 2_000)));
        BotApi api = api(server);
        int calls = 300;
        List<AtomicInteger> reports = new ArrayList<>();

        // When
        for (int i = 0; i < calls; i++) {
            AtomicInteger reported = new AtomicInteger();
            reports.add(reported);
            PendingCall call = api.getUpdates(TOKEN, request(), result -> {
                reported.incrementAndGet();
                if (result instanceof PollResult.Batch batch) {
                    batch.lease().release();
                }
            });
            if (i % 3 != 0) {
                Thread.sleep(0, i * 3_000);
                call.cancel();
            }
        }

        // Then
        await().until(() -> reports.stream().allMatch(r -> r.get() > 0));
        assertTrue(reports.stream().allMatch(r -> r.get() == 1));
        await().until(() -> budget.usedBytes() == 0 && budget.waiting() == 0);
    }

    @Test
    void endsAllCallsWhenClosed() throws Exception {
        RawServer server = server((request, out) -> {
            out.flush();
        });
        BotApi api = api(server);
        List<PollResult> results = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 20; i++) {
            api.getUpdates(TOKEN, longRequest(), results::add);
        }
        await().until(() -> server.requests().size() == 20);

        api.close();
        api.getUpdates(TOKEN, request(), results::add);

        await().until(() -> results.size() == 21);
        assertTrue(
                results.stream()
                        .allMatch(r -> r instanceof PollResult.Cancelled || r instanceof PollResult.Unreachable),
                results::toString);
    }
}
