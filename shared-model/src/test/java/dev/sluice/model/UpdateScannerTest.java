package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

class UpdateScannerTest {

    @Test
    void readsIdKindAndChat() {
        ScannedUpdate scanned =
                scan("{\"update_id\":8102,\"message\":{\"text\":\"hi\",\"chat\":{\"id\":42},\"from\":{\"id\":7}}}");

        assertEquals(OptionalInt.of(8102), scanned.updateId());
        assertEquals(new UpdateFacts("message", OptionalLong.of(42), OptionalLong.of(42)), scanned.facts());
    }

    private static ScannedUpdate scan(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), bytes)) {
            parser.nextToken();
            return UpdateScanner.scan(parser);
        }
    }
}
