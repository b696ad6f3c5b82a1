package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.outbound.contract.Call;
import dev.sluice.outbound.wire.ReturnReason;
import dev.sluice.testserver.RawServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The boundary between "provably not sent" and "unknown", against bare sockets (cases B1, B2, B5, B6). */
@Tag("R72")
@Tag("R121")
class HttpSenderBoundaryTest {
    private static final Call CALL = call("{\"chat_id\":42,\"text\":\"hi\"}");

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    @Test
    void aRefusedConnectionIsNotSent() throws Exception {
        // Given
        URI nobody;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + gone.getLocalPort());
        }

        // When
        RecordedExchange exchange = send(sender(Duration.ofSeconds(10)), nobody);

        // Then
        assertInstanceOf(Ending.NotSent.class, exchange.ending());
        assertEquals(0, exchange.asked.get());
    }

    @Test
    void aNameThatNobodyKnowsIsNotSent() throws Exception {
        // When
        RecordedExchange exchange = send(sender(Duration.ofSeconds(10)), URI.create("http://no-such-host.invalid:1"));

        // Then
        assertInstanceOf(Ending.NotSent.class, exchange.ending());
    }

    @Test
    void aHostThatNeverAcceptsIsNotSent() throws Exception {
        // Given a listener whose queue of connections is full
        ServerSocket blackHole = opened(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        for (int i = 0; i < 4; i++) {
            Socket filler = opened(new Socket());
            try {
                filler.connect(blackHole.getLocalSocketAddress(), 200);
            } catch (SocketTimeoutException full) {
                break;
            }
        }

        // When
        RecordedExchange exchange =
                send(sender(Duration.ofMillis(700)), URI.create("http://127.0.0.1:" + blackHole.getLocalPort()));

        // Then
        assertInstanceOf(Ending.NotSent.class, exchange.ending());
        assertEquals(0, exchange.asked.get());
    }

    @Test
    void aTlsHandshakeThatFailsIsNotSent() throws Exception {
        // Given a server that speaks no TLS
        RawServer server = server((request, out) -> out.close());

        // When
        RecordedExchange exchange = send(
                sender(Duration.ofSeconds(10)),
                URI.create("https://localhost:" + server.url().getPort()));
        Ending ending = exchange.ending();

        // Then
        assertInstanceOf(Ending.NotSent.class, ending);
    }

    @Test
    void waitingForAConnectionIsNotSent() throws Exception {
        // Given one connection, which is taken by a call that gets no answer
        RawServer server = server((request, out) -> new CountDownLatch(1).await());
        HttpSender one = opened(new HttpSender(new HttpSettings(
                Duration.ofMillis(800), Duration.ofSeconds(5), Duration.ofSeconds(4), 1, Duration.ofMillis(200), 1)));
        RecordedExchange first = send(one, server.url());

        // When
        List<RecordedExchange> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(send(one, server.url()));
        }

        // Then: one of them may get the connection that the first gives up, just before its own time is over
        assertInstanceOf(Ending.Silent.class, first.ending());
        int notSent = 0;
        for (RecordedExchange exchange : waiting) {
            boolean sent = exchange.ending() instanceof Ending.Silent;
            assertEquals(sent ? 1 : 0, exchange.asked.get(), "asked at the boundary");
            notSent += sent ? 0 : 1;
        }
        assertTrue(notSent > 0);
        assertTrue(server.requests().size() + notSent <= 11, "a call that was not sent has arrived");
    }

    @Test
    @Tag("R145")
    void aConnectionClosedAfterTheRequestIsUnknown() throws Exception {
        // Given
        RawServer server = server((request, out) -> out.close());

        // When
        RecordedExchange exchange = send(sender(Duration.ofSeconds(10)), server.url());

        // Then
        assertInstanceOf(Ending.Silent.class, exchange.ending());
        assertEquals(1, server.requests().size(), "nothing is sent a second time (B2, B6)");
    }

    @Test
    @Tag("R152")
    void noAnswerInTimeIsUnknownAndItsConnectionIsClosed() throws Exception {
        // Given
        CountDownLatch release = new CountDownLatch(1);
        RawServer server = server((request, out) -> release.await());
        long before = System.nanoTime();

        // When
        RecordedExchange exchange = send(sender(Duration.ofMillis(600)), server.url());
        Ending.Silent ending = assertInstanceOf(Ending.Silent.class, exchange.ending());
        release.countDown();

        // Then
        assertTrue(ending.sentNanos() - before < TimeUnit.MILLISECONDS.toNanos(600), "sent long before the deadline");
        await().until(() -> server.closedByClient() == 1);
        assertEquals(1, exchange.silences.get());
    }

    @Test
    void halfAnAnswerKeepsItsStatusAndIsNotComplete() throws Exception {
        // Given
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ok\":true,");
            out.close();
        });

        // When
        RecordedExchange exchange = send(sender(Duration.ofSeconds(10)), server.url());

        // Then
        Ending.Answered ending = assertInstanceOf(Ending.Answered.class, exchange.ending());
        assertEquals(200, ending.answer().status());
        assertEquals("{\"ok\":true,", new String(ending.answer().body(), StandardCharsets.UTF_8));
        assertFalse(ending.answer().complete());
    }

    @Test
    void aRequestThatIsRefusedAtTheLastMomentNeverReachesTheServer() throws Exception {
        // Given
        RawServer server = server((request, out) -> RawServer.respond(out, 200, "{}"));
        RecordedExchange exchange = new RecordedExchange(() -> Optional.of(new Refusal(ReturnReason.COOLDOWN, 5_000)));
        HttpSender sender = sender(Duration.ofSeconds(10));

        // When
        sender.send(server.url(), CALL, Set.of(), exchange);

        // Then
        Ending.Refused ending = assertInstanceOf(Ending.Refused.class, exchange.ending());
        assertEquals(ReturnReason.COOLDOWN, ending.refusal().reason());
        RecordedExchange next = send(sender, server.url());
        assertInstanceOf(Ending.Answered.class, next.ending());
        assertEquals(1, server.requests().size());
    }

    @Test
    void closingEndsWhatIsOnTheWireAsUnknown() throws Exception {
        // Given
        CountDownLatch arrived = new CountDownLatch(1);
        RawServer server = server((request, out) -> {
            arrived.countDown();
            new CountDownLatch(1).await();
        });
        HttpSender sender = sender(Duration.ofSeconds(30));
        RecordedExchange exchange = send(sender, server.url());
        assertTrue(arrived.await(20, TimeUnit.SECONDS));

        // When
        sender.close();

        // Then
        assertInstanceOf(Ending.Silent.class, exchange.ending());
        assertInstanceOf(Ending.NotSent.class, send(sender, server.url()).ending());
    }

    private HttpSender sender(Duration timeout) {
        return opened(new HttpSender(HttpSettings.of(timeout, Duration.ofSeconds(4), 10)));
    }

    private static RecordedExchange send(HttpSender sender, URI url) {
        RecordedExchange exchange = new RecordedExchange();
        sender.send(url, CALL, Set.of(), exchange);
        return exchange;
    }

    private RawServer server(RawServer.Handler handler) throws Exception {
        return opened(new RawServer(handler));
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(0, resource);
        return resource;
    }

    private static Call call(String body) {
        return new Call(
                "/bot110001:SIMULATED-token-of-bot-110001-xxxxxx/sendMessage",
                Map.of("Content-Type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8));
    }
}
