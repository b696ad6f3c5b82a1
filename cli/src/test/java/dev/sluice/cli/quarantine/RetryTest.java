package dev.sluice.cli.quarantine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.QuarantineReference;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.UpdateKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class RetryTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant RECEIVED = NOW.minus(Duration.ofHours(30));
    private static final String HASH = "ab".repeat(32);
    private static final QuarantineReference PARTS = new QuarantineReference(OptionalInt.of(8103), 1_100_000, HASH, 3);
    private static final Map<String, String> TOO_LARGE =
            Map.of("sluice_reason", "too_large", "sluice_offset", "8100", "sluice_sequence", "2");

    @Test
    void anUpdateThatWasTooLargeIsStoredUnderItsKeyAndSequence() {
        Retry retry = Retry.of(record("42:" + HASH, RECEIVED, PARTS.encode(), TOO_LARGE), NOW);

        assertEquals(new Retry.Again(new UpdateKey(42, 8103), 2, RECEIVED, PARTS), retry);
    }

    @Test
    void whatHasNoIdOfItsOwnIsRefused() {
        for (String reason : new String[] {"update_id_missing", "not_an_object", "update_id_repeated"}) {
            assertNever(
                    "has no id of its own to be stored under (" + reason + ")",
                    record("42:" + HASH, RECEIVED, bytes("{\"update_id\":8103}"), Map.of("sluice_reason", reason)));
        }
    }

    @Test
    void aPartIsRefused() {
        assertNever(
                "is part 2/3; wants the record before the parts",
                record(
                        "42:" + HASH,
                        RECEIVED,
                        bytes("abc"),
                        Map.of("sluice_reason", "too_large", "sluice_part", "2/3", "sluice_sequence", "2")));
    }

    @Test
    void whatTheTopicWouldDropAtOnceIsRefused() {
        Instant old = NOW.minus(Duration.ofDays(6)).minusSeconds(1);

        assertNever("was received at " + old, record("42:" + HASH, old, PARTS.encode(), TOO_LARGE));
    }

    @Test
    void whatDoesNotSayItsSequenceOrIdIsRefused() {
        assertNever(
                "does not name the id sequence",
                record("42:" + HASH, RECEIVED, PARTS.encode(), Map.of("sluice_reason", "too_large")));
        assertNever(
                "does not name its update_id",
                record(
                        "42:" + HASH,
                        RECEIVED,
                        new QuarantineReference(OptionalInt.empty(), 1, HASH, 1).encode(),
                        TOO_LARGE));
        assertNever("is not usable: reference: not JSON", record("42:" + HASH, RECEIVED, bytes("x"), TOO_LARGE));
        assertNever("is not usable: key: not", record("nobody", RECEIVED, PARTS.encode(), TOO_LARGE));
    }

    private static void assertNever(String begin, Quarantined record) {
        Retry.Never never = assertInstanceOf(Retry.Never.class, Retry.of(record, NOW));
        assertTrue(never.why().startsWith(begin), never::why);
    }

    private static Quarantined record(String key, Instant at, byte[] value, Map<String, String> headers) {
        RecordHeaders written = new RecordHeaders();
        headers.forEach((name, text) -> written.add(name, bytes(text)));
        return new Quarantined(new RecordPlace("telegram.quarantine", 1, 17), key, at, written, value);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
