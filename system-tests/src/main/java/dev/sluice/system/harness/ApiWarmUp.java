package dev.sluice.system.harness;

import dev.sluice.local.botapi.SimulatedTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * The first calls of a simulated API take its process tens of milliseconds each. What it reads late is not late on the wire, but
 * its ledger is all that a check of windows can go by; so it gets calls of a bot that nobody looks at before it counts.
 */
final class ApiWarmUp {
    private static final int CALLS = 500;

    private ApiWarmUp() {}

    static void of(String apiUrl, long bot) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        URI uri = URI.create(apiUrl + "/bot" + SimulatedTokens.tokenOf(bot) + "/sendMessage");
        try {
            for (int chat = 1; chat <= CALLS; chat++) {
                HttpRequest call = HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"chat_id\":%d,\"text\":\"warm\"}".formatted(chat)))
                        .build();
                client.send(call, BodyHandlers.discarding());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
