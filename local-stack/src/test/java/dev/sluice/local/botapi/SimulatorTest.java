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
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;
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
                assertTrue(
                        all.get(1).confirmed().count() >= all.get(0).returned().count());
                assertEquals(110001, all.get(0).botId());
                assertTrue(all.get(0).answeredMicros() >= all.get(0).receivedMicros());
            }
            assertEquals(2, client.stats().bots());
        }
    }

    @Test
    void aClientThatAsksForKeepAliveKeepsItsConnection() throws Exception {
        // Given HttpClient 5 as it comes, which sends "Connection: keep-alive" with every request
        try (Simulator simulator = Simulator.builder().bots(110001, 1).start();
                CloseableHttpClient client = HttpClients.createDefault()) {
            HttpGet call = new HttpGet(simulator.apiUrl() + "/bot" + SimulatedTokens.tokenOf(110001) + "/getMe");

            // When it calls three times
            for (int n = 0; n < 3; n++) {
                client.execute(call, response -> EntityUtils.toString(response.getEntity()));
            }

            // Then all calls came over one connection
            try (Stream<LedgerCall> calls = simulator.client().calls(0)) {
                assertEquals(1, calls.map(LedgerCall::peer).distinct().count());
            }
        }
    }

    private String poll(Simulator simulator, long bot, String query) throws Exception {
        URI uri = URI.create(simulator.apiUrl() + "/bot" + SimulatedTokens.tokenOf(bot) + "/getUpdates" + query);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
