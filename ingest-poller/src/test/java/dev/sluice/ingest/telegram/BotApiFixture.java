package dev.sluice.ingest.telegram;

import dev.sluice.runtime.secret.Secret;
import dev.sluice.testserver.RawServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/** A client against a server made for one test; both are closed after it. */
@Timeout(120)
abstract class BotApiFixture {
    static final String TOKEN_TEXT = "110001:SIMULATED-token-of-bot-110001-xxxxx";
    static final Secret TOKEN = Secret.of(TOKEN_TEXT);
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final String EMPTY = "{\"ok\":true,\"result\":[]}";
    /** For tests that wait for the deadline; the others have one that no busy machine reaches. */
    static final Duration SHORT = Duration.ofMillis(700);

    final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    final List<AutoCloseable> open = new ArrayList<>();
    BodyBudget budget = new BodyBudget(64L * 1024 * 1024);

    @BeforeAll
    static void bePatient() {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        timer.shutdownNow();
    }

    static String body(int updates, int textLength) {
        StringBuilder body = new StringBuilder("{\"ok\":true,\"result\":[");
        for (int i = 0; i < updates; i++) {
            body.append(i == 0 ? "" : ",")
                    .append("{\"update_id\":")
                    .append(1_000 + i)
                    .append(",\"message\":{\"text\":\"")
                    .append("x".repeat(textLength))
                    .append("\"}}");
        }
        return body.append("]}").toString();
    }

    static PollRequest request() {
        return new PollRequest(OptionalInt.of(1), 100, Duration.ZERO);
    }

    static PollRequest longRequest() {
        return new PollRequest(OptionalInt.of(1), 100, Duration.ofSeconds(50));
    }

    void pollAgainAndAgain(BotApi api, CountDownLatch polls) {
        api.getUpdates(TOKEN, request(), result -> {
            polls.countDown();
            if (polls.getCount() > 0) {
                pollAgainAndAgain(api, polls);
            }
        });
    }

    static PollResult poll(BotApi api, PollRequest request) throws InterruptedException {
        return ask(done -> api.getUpdates(TOKEN, request, done));
    }

    static <T> T ask(Consumer<Consumer<T>> call) throws InterruptedException {
        BlockingQueue<T> results = new ArrayBlockingQueue<>(2);
        call.accept(results::add);
        return results.take();
    }

    RawServer server(RawServer.Handler handler) throws IOException {
        RawServer server = new RawServer(handler);
        open.add(server);
        return server;
    }

    BotApi api(RawServer server) {
        return api(server.url(), AllowedUpdates.ALL);
    }

    BotApi api(RawServer server, Duration grace) {
        return api(server.url(), AllowedUpdates.ALL, grace);
    }

    BotApi api(URI url, List<String> allowedUpdates) {
        return api(url, allowedUpdates, Duration.ofSeconds(45));
    }

    BotApi api(URI url, List<String> allowedUpdates, Duration grace) {
        BotApiSettings settings =
                new BotApiSettings(url, allowedUpdates, Duration.ofSeconds(20), grace, Duration.ofSeconds(45), 2);
        BotApi api = new BotApi(settings, budget, Clock.fixed(NOW, ZoneOffset.UTC), timer);
        open.add(api);
        return api;
    }
}
