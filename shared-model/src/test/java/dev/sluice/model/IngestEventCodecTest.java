package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.model.IngestEvent.AuthFailed;
import dev.sluice.model.IngestEvent.BatchUnusable;
import dev.sluice.model.IngestEvent.Conflict;
import dev.sluice.model.IngestEvent.Gap;
import dev.sluice.model.IngestEvent.GapCause;
import dev.sluice.model.IngestEvent.OwnerChanged;
import dev.sluice.model.IngestEvent.RecentTrimmed;
import dev.sluice.model.IngestEvent.Resumed;
import dev.sluice.model.IngestEvent.SequenceReset;
import dev.sluice.model.IngestEvent.WebhookActive;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IngestEventCodecTest {

    private static final Instant AT = Instant.parse("2026-11-30T08:00:00.5Z");
    private static final long BOT = 123456;

    @ParameterizedTest
    @MethodSource("golden")
    @Tag("R54")
    void writesTheContractsFields(IngestEvent event, String type, String own) {
        String expected = "{\"type\":\"" + type + "\",\"bot_id\":123456,\"at\":\"2026-11-30T08:00:00.500Z\","
                + "\"instance\":\"p1\"," + own + "}";

        byte[] json = IngestEventCodec.encode(event);

        assertEquals(expected, new String(json, StandardCharsets.UTF_8));
        assertEquals(event, IngestEventCodec.decode(json));
        assertEquals("123456", new String(IngestEventCodec.key(event), StandardCharsets.UTF_8));
    }

    static Stream<Arguments> golden() {
        OptionalInt none = OptionalInt.empty();
        return Stream.of(
                arguments(
                        new Gap(
                                BOT,
                                AT,
                                "p1",
                                GapCause.IDS,
                                OptionalInt.of(8103),
                                OptionalInt.of(8109),
                                OptionalLong.of(7),
                                OptionalLong.empty()),
                        "gap",
                        "\"cause\":\"ids\",\"first\":8103,\"last\":8109,\"missing\":7,\"down_ms\":null"),
                arguments(
                        new Gap(
                                BOT,
                                AT,
                                "p1",
                                GapCause.OUTAGE,
                                none,
                                none,
                                OptionalLong.empty(),
                                OptionalLong.of(90_000_000)),
                        "gap",
                        "\"cause\":\"outage\",\"first\":null,\"last\":null,\"missing\":null,\"down_ms\":90000000"),
                arguments(
                        new SequenceReset(BOT, AT, "p1", 727334709, 117314199, 3, 1),
                        "sequence_reset",
                        "\"sent_offset\":727334709,\"first_update_id\":117314199,\"duplicates\":3,\"overlapping\":1"),
                arguments(
                        new Conflict(BOT, AT, "p1", "Conflict: terminated by other getUpdates request", 2),
                        "conflict",
                        "\"description\":\"Conflict: terminated by other getUpdates request\",\"count\":2"),
                arguments(
                        new WebhookActive(BOT, AT, "p1", "hooks.example.org"),
                        "webhook_active",
                        "\"url_host\":\"hooks.example.org\""),
                arguments(new AuthFailed(BOT, AT, "p1", OptionalInt.of(401)), "auth_failed", "\"http_status\":401"),
                arguments(
                        new AuthFailed(BOT, AT, "p1", none),
                        "auth_failed",
                        "\"http_status\":null,\"reason\":\"no_token\""),
                arguments(
                        new Resumed(BOT, AT, "p1", "conflict", 3500),
                        "resumed",
                        "\"after\":\"conflict\",\"down_ms\":3500"),
                arguments(
                        new OwnerChanged(BOT, AT, "p1", 7, 12, Optional.of("p0")),
                        "owner_changed",
                        "\"shard\":7,\"epoch\":12,\"previous\":\"p0\""),
                arguments(
                        new OwnerChanged(BOT, AT, "p1", 0, 1, Optional.empty()),
                        "owner_changed",
                        "\"shard\":0,\"epoch\":1,\"previous\":null"),
                arguments(new BatchUnusable(BOT, AT, "p1", 100), "batch_unusable", "\"elements\":100"),
                arguments(
                        new RecentTrimmed(BOT, AT, "p1", 2, 8000, 8102),
                        "recent_trimmed",
                        "\"ranges\":2,\"first\":8000,\"last\":8102"));
    }

    @Test
    void readsBackWhateverItWrote() {
        Random random = Seeds.random(IngestEventCodecTest.class);

        for (int i = 0; i < 2_000; i++) {
            Instant at = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
            IngestEvent event = new Conflict(
                    1 + random.nextLong(Long.MAX_VALUE), at, Texts.random(random), Texts.random(random), i);
            assertEquals(event, IngestEventCodec.decode(IngestEventCodec.encode(event)));
        }
    }

    @Test
    void writesTextThatUtf8CannotHold() {
        IngestEvent event = new Conflict(BOT, AT, "p1", "half \ud83d of a pair", 1);

        Conflict read = (Conflict) IngestEventCodec.decode(IngestEventCodec.encode(event));

        assertEquals("half ? of a pair", read.description());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"party\",\"bot_id\":1,\"at\":\"2026-11-30T08:00:00Z\",\"instance\":\"p\"}",
                "{\"type\":\"conflict\",\"bot_id\":1,\"at\":\"2026-11-30T08:00:00Z\",\"instance\":\"p\",\"count\":1}",
                "{\"type\":\"conflict\",\"bot_id\":0,\"at\":\"2026-11-30T08:00:00Z\",\"instance\":\"p\",\"count\":1}",
                "{\"bot_id\":1}",
                "[]"
            })
    void refusesWhatIsNoEvent(String json) {
        assertThrows(
                InvalidRecordException.class, () -> IngestEventCodec.decode(json.getBytes(StandardCharsets.UTF_8)));
    }
}
