package dev.sluice.outbound.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.outbound.contract.FloodDecision.Action;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FloodDecisionTest {
    private static final long NOW = 1_700_000_000_000L;

    record Vector(String name, JsonNode fields) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Vector> vectors() throws IOException {
        try (InputStream file = FloodDecisionTest.class.getResourceAsStream("flood-decisions.json")) {
            JsonNode all = new JsonMapper().readTree(Objects.requireNonNull(file));
            assertEquals(25, all.size());
            return all.valueStream().map(v -> new Vector(v.get("case").stringValue(), v));
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    @Tag("R102")
    @Tag("R103")
    @Tag("R104")
    @Tag("R105")
    @Tag("R107")
    @Tag("R139")
    void decidesAsTheGuidesFunctionDid(Vector vector) {
        JsonNode given = vector.fields();

        FloodDecision decision = FloodDecision.decide(
                bytes(given.get("body_text").stringValue()),
                given.get("received_at_ms").longValue(),
                given.get("current_not_before_ms").longValue());

        assertEquals(Action.valueOf(given.get("action").stringValue().toUpperCase(Locale.ROOT)), decision.action());
        JsonNode notBefore = given.get("not_before_ms");
        assertEquals(
                notBefore == null ? OptionalLong.empty() : OptionalLong.of(notBefore.longValue()),
                decision.notBeforeMs());
    }

    @Test
    @Tag("R149")
    @Tag("R106")
    void takesSecondsToMilliseconds() {
        assertEquals(OptionalLong.of(5_000), FloodDecision.decide(flood("5"), 0).notBeforeMs());
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 0",
        "-9223372036854775808, 0",
        "9007199254740992, 0",
        "9007199254740991, 1",
        "0, 9007199254740991",
        "9007199254740991, 9007199254740991",
        "1700000000000, 9223372036854775807",
    })
    @Tag("R104")
    void holdsWhatWouldOverflow(long receivedAtMs, String seconds) {
        assertEquals(
                Action.HOLD_FOR_REVIEW,
                FloodDecision.decide(flood(seconds), receivedAtMs).action());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e999999999",
                "1e-999999999",
                "1e99999999999999999999",
                "-1e999999999",
                "0.5",
                "[5]",
                "{\"s\":5}",
                "5.00000000000000000000000000000000001",
                // 5 to JavaScript; too long to be meant as a number of seconds
                "5.0000000000000000000000000000000",
            })
    @Tag("R103")
    void holdsOddNumbersAtOnce(String seconds) {
        FloodDecision decision =
                assertTimeoutPreemptively(Duration.ofSeconds(5), () -> FloodDecision.decide(flood(seconds), NOW));

        assertEquals(Action.HOLD_FOR_REVIEW, decision.action());
    }

    @Test
    @Tag("R103")
    void holdsANumberOfAMillionDigits() {
        FloodDecision decision = assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> FloodDecision.decide(flood("7".repeat(1_000_000)), NOW));

        assertEquals(Action.HOLD_FOR_REVIEW, decision.action());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>429</html>",
                "[]",
                "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":5}",
                "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":5}}{}",
            })
    @Tag("R102")
    void takesNothingFromWhatIsNotOneObject(String body) {
        assertEquals(
                Action.CLASSIFY_OTHER_RESULT,
                FloodDecision.decide(bytes(body), NOW).action());
    }

    private static byte[] flood(String seconds) {
        return bytes("{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":" + seconds + "}}");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
