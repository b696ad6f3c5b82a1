package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.local.botapi.core.JsonText;
import dev.sluice.local.botapi.core.Pushed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger is the truth that other tests are judged by. */
class LedgerTest {

    private static final long BOT = ServerUnderTest.BOT;

    private final ServerUnderTest test = new ServerUnderTest();

    @AfterEach
    void stop() {
        test.close();
    }

    @Test
    void everyUpdateIsNotedWithItsBytesAndHash() throws Exception {
        test.client.pushFragment(BOT, "message", "\"message\":{\"text\":\"é\"}");
        test.client.pushElement(BOT, "poll", "{\"poll\":{},\"update_id\":@UPDATE_ID@}".getBytes(UTF_8));

        String answer = test.get("getUpdates").body();

        List<LedgerPush> pushes = pushes(true);
        assertEquals(2, pushes.size());
        for (LedgerPush push : pushes) {
            byte[] bytes = push.bytes();
            assertTrue(bytes != null && answer.contains(new String(bytes, UTF_8)));
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            assertEquals(HexFormat.of().formatHex(hash), push.sha256());
        }
        assertEquals("poll", pushes.get(1).kind());
        assertEquals(pushes.get(0).updateId() + 1, pushes.get(1).updateId());
        assertTrue(pushes.get(0).availableMicros() <= test.calls().get(0).receivedMicros());
    }

    @Test
    void whatBecameOfEachIdSequence() {
        // Given three updates, two of them fetched and confirmed, then a restart of the sequence and one more
        test.push(3);
        int first = test.client.bots().get(0).head();
        test.get("getUpdates?limit=2");
        test.get("getUpdates?offset=" + (first + 2));
        test.client.restartSequence(BOT, 500);
        test.push(1);

        // When the ledger is read
        List<LedgerSequence> sequences = test.client.sequences();

        // Then it tells both sequences apart
        assertEquals(2, sequences.size());
        assertEquals(IdRanges.of(first, first + 1), sequences.get(0).confirmed());
        assertEquals(IdRanges.of(first + 2, first + 2), sequences.get(0).dropped());
        assertEquals(500, sequences.get(1).first());
        assertEquals(500, sequences.get(1).last());
        assertEquals(2, pushes(false).get(3).sequence());
    }

    @Test
    void aMarkedCallIsKnownAgainAndA429IsKept() {
        // Given
        String flood = "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":3}}";
        test.client.putFaults("{\"rules\":[{\"match\":{\"nth\":2},\"do\":{\"status\":429,\"body\":"
                + JsonText.quoted(flood) + "}}]}");

        // When
        test.post("sendMessage", "application/json", "{\"chat_id\":42,\"text\":\"[no] [#job-1.a] [#job-2]\"}");
        test.post("sendMessage", "application/json", "{\"chat_id\":42,\"text\":\"[# no] [#no [#]\"}");

        // Then
        assertEquals("job-1.a", test.calls().get(0).marker());
        assertNull(test.calls().get(0).floodBody());
        assertNull(test.calls().get(1).marker());
        assertEquals(flood, test.calls().get(1).floodBody());
    }

    @Test
    void expiredUpdatesAreNoted() {
        Pushed.Outcome outcome = test.client
                .pushFragment(BOT, "inline_query", "\"inline_query\":{}")
                .outcome();
        assertEquals(Pushed.Outcome.QUEUED, outcome);
        int id = test.client.bots().get(0).head();

        test.client.advanceClock(Duration.ofSeconds(40));
        test.get("getUpdates");

        assertEquals(IdRanges.of(id, id), test.client.sequences().get(0).expired());
        assertEquals(IdRanges.of(id, id), test.calls().get(0).expired());
    }

    @Test
    void sendsAreNotedWithChatAndBodyHash() throws Exception {
        String body = "{\"chat_id\":42,\"text\":\"hi\"}";

        test.post("sendMessage", "application/json", body);

        LedgerCall call = test.calls().get(0);
        assertEquals("sendMessage", call.method());
        assertEquals("42", call.chatId());
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8));
        assertEquals(HexFormat.of().formatHex(hash), call.bodySha256());
        assertTrue(call.answeredNanos() >= call.receivedNanos());
    }

    @Test
    void noTokenIsEverInIt(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("calls.jsonl");
        test.client.writeLedgerTo(file.toString());
        String token = SimulatedTokens.tokenOf(BOT);

        test.get("getMe");
        test.get("getUpdates?offset=x");
        test.send(java.net.http.HttpRequest.newBuilder(
                                java.net.URI.create(test.server.apiUrl() + "/bot/" + token + "/getMe"))
                        .build())
                .join();
        test.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create(test.server.apiUrl() + "/" + token))
                        .build())
                .join();

        String written = Files.readString(file);
        assertEquals(4, written.lines().count());
        assertFalse(written.contains("SIMULATED-token"), written);
        try (Stream<LedgerCall> calls = test.client.calls(0)) {
            assertFalse(calls.toList().toString().contains("SIMULATED-token"));
        }
    }

    @Test
    void callsAfterANumber() {
        test.get("getMe");
        test.get("getMe");
        long seq = test.calls().get(0).seq();

        try (Stream<LedgerCall> calls = test.client.calls(seq)) {
            assertEquals(List.of(seq + 1), calls.map(LedgerCall::seq).toList());
        }
    }

    @Test
    void trafficIsCountedToTheLastUpdate() {
        test.client.startTraffic(500, 3);
        org.awaitility.Awaitility.await().until(() -> test.client.stats().generated() > 100);

        SimulatorStats stopped = test.client.stopTraffic();

        assertEquals(stopped.generated(), test.client.stats().generated());
        assertEquals(stopped.generated(), pushes(false).size());
    }

    @Test
    void preloadedAndRefilledQueues() {
        test.client.preload(50, 1);
        long filled = test.client.stats().pending() + test.client.stats().refused();
        assertEquals(50, filled);
        test.client.preloadShared(10, 1);
        test.client.refill(400, 1);

        test.get("getUpdates");

        assertEquals(400, test.client.stats().pending());
    }

    private List<LedgerPush> pushes(boolean bytes) {
        try (Stream<LedgerPush> pushes = test.client.pushes(BOT, bytes)) {
            return pushes.toList();
        }
    }
}
