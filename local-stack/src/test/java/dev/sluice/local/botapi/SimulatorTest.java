package dev.sluice.local.botapi;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The simulator as a process: starts, answers, is steered, and tells the truth. */
class SimulatorTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void aProcessServesBotsAndTheirTrafficAndKeepsALedger() throws Exception {
        // Given a process with two bots and traffic
        try (Simulator simulator = Simulator.builder().bots(110001, 2).rate(200).start()) {
            SimulatorClient client = simulator.client();
            await().until(() -> client.stats().pending() >= 20);

            // When one bot fetches what there is and then confirms it
            String first = poll(simulator, 110001, "?limit=100");
            long tail = client.bots().get(0).tail();
            poll(simulator, 110001, "?offset=" + tail);

            // Then the answer held updates, and the ledger knows which were returned and confirmed
            assertTrue(first.startsWith("{\"ok\":true,\"result\":[{"), first.substring(0, 40));
            try (Stream<LedgerCall> calls = client.calls(0)) {
                List<LedgerCall> all = calls.toList();
                assertTrue(all.get(0).returned().count() > 0);
                assertTrue(all.get(1).confirmed().count() >= all.get(0).returned().count());
                assertEquals(110001, all.get(0).botId());
                assertTrue(all.get(0).answeredMicros() >= all.get(0).receivedMicros());
            }
            assertEquals(2, client.stats().bots());
        }
    }

    private String poll(Simulator simulator, long bot, String query) throws Exception {
        URI uri = URI.create(simulator.apiUrl() + "/bot" + SimulatedTokens.tokenOf(bot) + "/getUpdates" + query);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
    }
}
