package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The scanner against the same rules written over a tree. */
class UpdateScannerRandomTest {

    private static final List<String> KEYS =
            List.of("chat", "message", "voter_chat", "from", "user", "id", "update_id", "text", "entities", "Ж");

    @Test
    void agreesWithTheRulesReadOffATree() {
        Random random = Seeds.random(UpdateScannerRandomTest.class);

        for (int i = 0; i < 5_000; i++) {
            String json = object(random, 4);
            assertEquals(factsOf(Json.MAPPER.readTree(json)), Scans.scan(json).facts(), json);
        }
    }

    private static UpdateFacts factsOf(JsonNode update) {
        String kind = update.propertyNames().stream()
                .filter(name -> !name.equals("update_id"))
                .findFirst()
                .orElse("unknown");
        JsonNode body = update.path(kind);
        for (String path : List.of("/chat/id", "/message/chat/id", "/voter_chat/id")) {
            OptionalLong id = idAt(body, path);
            if (id.isPresent()) {
                return new UpdateFacts(kind, id, id);
            }
        }
        OptionalLong from = idAt(body, "/from/id");
        OptionalLong user = from.isPresent() ? from : idAt(body, "/user/id");
        return new UpdateFacts(kind, OptionalLong.empty(), user);
    }

    private static OptionalLong idAt(JsonNode body, String path) {
        JsonNode id = body.at(path);
        return id.isIntegralNumber() && id.canConvertToLong() ? OptionalLong.of(id.longValue()) : OptionalLong.empty();
    }

    private static String object(Random random, int depth) {
        List<String> keys = new ArrayList<>(KEYS);
        Collections.shuffle(keys, random);
        List<String> fields = new ArrayList<>();
        for (String key : keys.subList(0, random.nextInt(keys.size()))) {
            fields.add(space(random) + "\"" + key + "\"" + space(random) + ":" + value(random, depth - 1));
        }
        return "{" + String.join(",", fields) + space(random) + "}";
    }

    private static String value(Random random, int depth) {
        int kind = random.nextInt(depth <= 0 ? 7 : 14);
        return switch (kind) {
            case 0 -> "null";
            case 1 -> "\"" + random.nextInt() + "\\\"}\"";
            case 2 -> random.nextBoolean() ? "true" : "1.5";
            case 3 -> "" + random.nextLong();
            case 4, 5 -> "" + random.nextInt(100);
            case 6 -> "9" + Math.abs((long) random.nextInt()) + "00000000000000";
            case 7 -> "[" + value(random, depth - 1) + "," + object(random, depth - 1) + "]";
            default -> object(random, depth);
        };
    }

    private static String space(Random random) {
        return random.nextInt(8) == 0 ? " \n\t" : "";
    }
}
