package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.core.IdRanges;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** A correct poller under faults receives exactly what the ledger says it was given. */
class EndToEndTest {

    private final ServerUnderTest test = new ServerUnderTest();
    private final JsonFactory json = JsonFactory.builder()
            .streamReadConstraints(tools.jackson.core.StreamReadConstraints.builder()
                    .maxNumberLength(1000)
                    .build())
            .build();

    @AfterEach
    void stop() {
        test.close();
    }

    @Test
    void nothingIsLostDoubledOrChanged() throws Exception {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.out.println("EndToEndTest -Dsluice.seed=" + seed);
        test.get("getUpdates?allowed_updates=[%22message%22,%22poll%22,%22chat_member%22]&offset=-5");
        // Given traffic, and a third of all answers lost, cut or replaced
        test.client.putFaults("{\"seed\":" + seed + ",\"rules\":["
                + "{\"match\":{\"probability\":0.1},\"do\":{\"kind\":\"drop_after_effect\"}},"
                + "{\"match\":{\"probability\":0.1},\"do\":{\"kind\":\"drop_before_effect\"}},"
                + "{\"match\":{\"probability\":0.1},\"do\":{\"kind\":\"truncate\",\"bytes\":100}},"
                + "{\"match\":{\"probability\":0.1},\"do\":{\"kind\":\"html_502\"}}]}");
        test.client.startTraffic(400, seed);

        // When a poller confirms only what it has, and polls on after every failure
        Map<Integer, String> received = new HashMap<>();
        int offset = 0;
        int failures = 0;
        for (int polls = 0; polls < 100; polls++) {
            String answer = poll(offset);
            if (answer.isEmpty()) {
                failures++;
            } else {
                offset = Math.max(offset, take(answer, received));
            }
        }
        test.client.clearFaults();
        test.client.stopTraffic();
        while (test.client.stats().pending() > 0) {
            offset = Math.max(offset, take(poll(offset), received));
        }

        // Then it has each update of the ledger once, byte for byte, and all are confirmed
        assertTrue(failures > 10, failures + " failures");
        try (Stream<LedgerPush> pushes = test.client.pushes(ServerUnderTest.BOT, false)) {
            List<LedgerPush> all = pushes.toList();
            assertEquals(all.size(), received.size());
            for (LedgerPush push : all) {
                assertEquals(push.sha256(), received.get(push.updateId()));
            }
            LedgerSequence sequence = test.client.sequences().get(0);
            assertEquals(IdRanges.of(sequence.first(), sequence.last()), sequence.confirmed());
            assertTrue(sequence.deletedUnseen().isEmpty());
        }
    }

    private String poll(int offset) {
        try {
            HttpResponse<String> answer = test.get("getUpdates?timeout=1&offset=" + offset);
            return answer.statusCode() == 200 ? answer.body() : "";
        } catch (CompletionException lost) {
            return "";
        }
    }

    /** Adds the hash of each array element and returns the offset that confirms them. */
    private int take(String answer, Map<Integer, String> received) throws Exception {
        byte[] bytes = answer.getBytes(UTF_8);
        int next = 0;
        try (JsonParser parser = json.createParser(tools.jackson.core.ObjectReadContext.empty(), bytes)) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // up to the array of updates
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                int start = (int) parser.currentTokenLocation().getByteOffset();
                int id = 0;
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    boolean isId = parser.currentName().equals("update_id");
                    parser.nextToken();
                    id = isId ? parser.getIntValue() : id;
                    parser.skipChildren();
                }
                int end = (int) parser.currentLocation().getByteOffset();
                MessageDigest hash = MessageDigest.getInstance("SHA-256");
                hash.update(bytes, start, end - start);
                String before = received.put(id, HexFormat.of().formatHex(hash.digest()));
                assertTrue(before == null || before.equals(received.get(id)));
                next = Math.max(next, id + 1);
            }
        }
        return next;
    }
}
