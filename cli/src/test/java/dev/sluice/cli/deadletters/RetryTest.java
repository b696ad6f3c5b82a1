package dev.sluice.cli.deadletters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.Names;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant WRITTEN = NOW.minus(Duration.ofHours(1));
    private static final Names NAMES = new Names("p.");
    private static final RecordPlace ORIGIN = new RecordPlace("p.outbound.requests", 3, 17);
    private static final String REQUEST =
            "{\"request_id\":\"a\",\"sender\":\"telegram:123456\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":42}}";

    @Test
    void aRequestGoesBackAsItWasWithItsTime() {
        DeadLetter letter = letter("misrouted", ORIGIN, WRITTEN, REQUEST);

        Retry.Again again = assertInstanceOf(Retry.Again.class, Retry.of(letter, NAMES, NOW));

        assertEquals(Topics.REQUESTS, again.topic());
        assertEquals(Sender.telegram(123456), again.sender());
        assertEquals(WRITTEN, again.at());
        assertArrayEquals(bytes(REQUEST), again.value());
    }

    @Test
    void aCommandGoesBackToo() {
        RecordPlace origin = new RecordPlace("p.outbound.commands", 0, 0);
        DeadLetter letter = letter(
                "command_unknown_request", origin, WRITTEN, "{\"command\":\"pause\",\"sender\":\"unifyport:acc_1\"}");

        Retry.Again again = assertInstanceOf(Retry.Again.class, Retry.of(letter, NAMES, NOW));

        assertEquals(Topics.COMMANDS, again.topic());
    }

    @Test
    void whatCannotSucceedIsRefused() {
        assertNever("its headers do not say where", letter("misrouted", null, WRITTEN, REQUEST));
        assertNever("its headers do not say where", letter("misrouted", ORIGIN, null, REQUEST));
        assertNever(
                "its origin is not among the topics",
                letter("misrouted", new RecordPlace("outbound.requests", 3, 17), WRITTEN, REQUEST));
        assertNever(
                "the same would be refused again as needs_upload", letter("needs_upload", ORIGIN, WRITTEN, REQUEST));
        assertNever("is not usable: request: not JSON", letter("not_json", ORIGIN, WRITTEN, "hello"));
        assertNever("is not usable: sender: missing", letter("misrouted", ORIGIN, WRITTEN, "{\"request_id\":\"a\"}"));
        assertNever(
                "has expired",
                letter(
                        "misrouted",
                        ORIGIN,
                        WRITTEN,
                        REQUEST.replace("}}", "},\"expires_at\":\"2026-11-30T11:59:59Z\"}")));
        assertNever(
                "was written at 2026-11-24T11:59:00Z: outbound.requests would drop it",
                letter("misrouted", ORIGIN, NOW.minus(Duration.ofDays(6)).minusSeconds(60), REQUEST));
    }

    @Test
    void headersOfTheOriginalStayAndSluicesGo() {
        DeadLetter letter = letter("misrouted", ORIGIN, WRITTEN, REQUEST);
        letter.headers().add("traceparent", bytes("00-1-2-01")).add("sluice_rerouted", bytes("1"));

        Map<String, String> headers = new TreeMap<>();
        Retry.headers(letter)
                .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));

        assertEquals(Map.of("traceparent", "00-1-2-01", "sluice_retried", "p.outbound.dead-letters/1/5"), headers);
    }

    @Test
    void aRowHoldsNeitherKeyNorValue() {
        DeadLetter letter = letter("invalid_params", ORIGIN, WRITTEN, "{\"text\":\"secret\"}");

        assertEquals(
                "2026-11-30T11:00:00Z     invalid_params           p.outbound.requests/3/17                  17  "
                        + "params: chat_id: missing",
                letter.row());
        assertFalse(letter.json(false).contains("secret") || letter.json(false).contains("\"key\""));
        assertTrue(letter.json(true).contains("\"value\":\"eyJ0ZXh0Ijoic2VjcmV0In0=\""));
    }

    private static void assertNever(String begin, DeadLetter letter) {
        Retry.Never never = assertInstanceOf(Retry.Never.class, Retry.of(letter, NAMES, NOW));
        assertTrue(never.why().startsWith(begin), never::why);
    }

    private static DeadLetter letter(String reason, @Nullable RecordPlace origin, @Nullable Instant at, String value) {
        DeadLetterHeaders why = new DeadLetterHeaders(
                reason, "params: chat_id: missing", Optional.ofNullable(origin), Optional.ofNullable(at));
        RecordHeaders headers = new RecordHeaders();
        why.addTo(headers);
        return new DeadLetter(
                new RecordPlace("p.outbound.dead-letters", 1, 5), why, bytes("key"), bytes(value), headers);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
