package dev.sluice.system.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FetchOnlyMainTest {

    @Test
    void theLastIdIsThatOfTheLastElement() {
        String answer = "{\"ok\":true,\"result\":[{\"update_id\":17,\n\"message\":{}},{\"update_id\":18,\n"
                + "\"message\":{\"text\":\"{\\\"update_id\\\":99}\"}}]}";
        assertEquals(18, FetchOnlyMain.lastUpdateId(answer.getBytes(UTF_8)));
    }

    @Test
    void anEmptyAnswerHasNone() {
        assertEquals(-1, FetchOnlyMain.lastUpdateId("{\"ok\":true,\"result\":[]}".getBytes(UTF_8)));
    }
}
