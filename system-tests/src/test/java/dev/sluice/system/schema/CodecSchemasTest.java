package dev.sluice.system.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Checkpoint;
import dev.sluice.model.CheckpointCodec;
import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.IngestEvent;
import dev.sluice.model.IngestEventCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Lane;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.QuarantineReference;
import dev.sluice.model.QuarantinedHash;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.ShardMarker;
import dev.sluice.model.StoredRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the codecs write matches its schema, and what they refuse to read does not. */
class CodecSchemasTest {
    private static final Instant AT = Instant.parse("2026-11-30T08:00:00.123456Z");
    private static final String HASH = "ab".repeat(32);

    @Test
    void checkpoints() {
        Checkpoint first = new Checkpoint(0, List.of(), AT, "poller-1", 0, 1, List.of());
        Checkpoint full = new Checkpoint(
                8103,
                List.of(new StoredRange(8000, 8102, 1_764_489_600, 1), new StoredRange(5, 5, 1_764_489_700, 2)),
                AT,
                "poller-1",
                7,
                2,
                List.of(new QuarantinedHash(HASH, 1_764_489_600)));

        assertMatches("telegram-checkpoint", CheckpointCodec.encode(first));
        assertMatches("telegram-checkpoint", CheckpointCodec.encode(full));
        assertMatches(
                "telegram-checkpoint",
                ShardMarker.record("telegram.checkpoints", 8, AT, "sluice topics create")
                        .value());
    }

    static Stream<IngestEvent> events() {
        return Stream.of(
                new IngestEvent.Gap(
                        1,
                        AT,
                        "i",
                        IngestEvent.GapCause.IDS,
                        OptionalInt.of(5),
                        OptionalInt.of(9),
                        OptionalLong.of(5),
                        OptionalLong.empty()),
                new IngestEvent.Gap(
                        1,
                        AT,
                        "i",
                        IngestEvent.GapCause.OUTAGE,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalLong.of(90_000_000)),
                new IngestEvent.SequenceReset(1, AT, "i", 8103, 5, 0, 2),
                new IngestEvent.Conflict(1, AT, "i", "Conflict: terminated by other getUpdates request", 3),
                new IngestEvent.WebhookActive(1, AT, "i", "example.org"),
                new IngestEvent.AuthFailed(1, AT, "i", OptionalInt.of(401)),
                new IngestEvent.AuthFailed(1, AT, "i", OptionalInt.empty()),
                new IngestEvent.Resumed(1, AT, "i", "conflict", 12),
                new IngestEvent.OwnerChanged(1, AT, "i", 0, 7, Optional.of("j")),
                new IngestEvent.OwnerChanged(1, AT, "i", 7, 1, Optional.empty()),
                new IngestEvent.BatchUnusable(1, AT, "i", 2),
                new IngestEvent.RecentTrimmed(1, AT, "i", 4, 100, 200));
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyTypeOfEvent(IngestEvent event) {
        assertMatches("telegram-ingest-event", IngestEventCodec.encode(event));
    }

    @Test
    void everyTypeOfEventIsAmongTheExamples() {
        assertEquals(
                IngestEvent.class.getPermittedSubclasses().length,
                events().map(IngestEvent::getClass).distinct().count());
        assertEquals(
                Command.class.getPermittedSubclasses().length,
                OutboundExamples.commands().map(Command::getClass).distinct().count());
    }

    @Test
    void references() {
        assertMatches(
                "telegram-quarantine-reference",
                new QuarantineReference(OptionalInt.of(8103), 1_100_000, HASH, 3).encode());
        assertMatches(
                "telegram-quarantine-reference",
                new QuarantineReference(OptionalInt.empty(), 600_000, HASH, 2).encode());
    }

    @Test
    void requestsCommandsOutcomesReviewsAndLanes() {
        OutboundExamples.requests().forEach(each -> assertMatches("outbound-request", SendRequestCodec.encode(each)));
        OutboundExamples.commands().forEach(each -> assertMatches("outbound-command", CommandCodec.encode(each)));
        OutboundExamples.outcomes().forEach(each -> assertMatches("outbound-outcome", OutcomeCodec.encode(each)));
        OutboundExamples.reviews().forEach(each -> assertMatches("outbound-review", ReviewCodec.encode(each)));
        Sender bot = Sender.telegram(123456);
        assertMatches(
                "outbound-lane",
                LaneCodec.encode(
                        new Lane(bot, 100_000, 1, Optional.of(AT), Optional.of(AT), true, Optional.of("auth"), AT)));
        assertMatches(
                "outbound-lane",
                LaneCodec.encode(new Lane(bot, 0, 0, Optional.empty(), Optional.empty(), false, Optional.empty(), AT)));
    }

    /** What a producer of another language gets wrong; the codec and the schema agree on it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"sender":"telegram:1","method":"sendMessage","params":{}}
            {"request_id":"","sender":"telegram:1","method":"sendMessage","params":{}}
            {"request_id":"a\\nb","sender":"telegram:1","method":"sendMessage","params":{}}
            {"request_id":"a\\n","sender":"telegram:1","method":"sendMessage","params":{}}
            {"request_id":7,"sender":"telegram:1","method":"sendMessage","params":{}}
            {"request_id":"a","sender":"telegram:01","method":"sendMessage","params":{}}
            {"request_id":"a","sender":"123456","method":"sendMessage","params":{}}
            {"request_id":"a","sender":"unifyport:a b","method":"sendMessage","params":{}}
            {"request_id":"a","sender":"telegram:1","method":"send_message","params":{}}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage"}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":[]}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":"{}"}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{"chat_id":null}}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{"chat_id":1.5}}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{},"priority":"urgent"}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{},"max_attempts":0}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{},"expires_at":"tomorrow"}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{},"expires_at":1764489600}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{},"on_unknown":"retry"}
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{},"cause":{}}
            """)
    void aBadRequest(String json) {
        assertBothRefuse("outbound-request", json, bytes -> SendRequestCodec.decode(bytes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"request_id":"a","sender":"telegram:1","method":"sendMessage","params":{}}
            {"request_id":"a","sender":"unifyport:acc_1","method":"getMe","params":{},"priority":null,"x":[1]}
            {"request_id":"a","sender":"telegram:1","method":"m","params":{"chat_id":"@a","chat":{"id":1e400}}}
            {"request_id":"a","sender":"telegram:1","method":"m","params":{},"not_before":"2026-11-30T08:00:00+01:00"}
            """)
    void aGoodRequestOfOthers(String json) {
        assertMatches("outbound-request", json.getBytes(UTF_8));
        SendRequestCodec.decode(json.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"command":"stop","sender":"telegram:1"}
            {"command":"cancel","sender":"telegram:1"}
            {"command":"cancel_chat","sender":"telegram:1"}
            {"command":"cancel_chat","sender":"telegram:1","chat_id":[1]}
            {"command":"cancel_chat","sender":"telegram:1","chat_id":1,"before":"now"}
            {"command":"resolve","sender":"telegram:1","request_id":"a","decision":"drop","by":"ann"}
            {"command":"resolve","sender":"telegram:1","request_id":"a","attempt":-1,"decision":"drop","by":"ann"}
            {"command":"resolve","sender":"telegram:1","request_id":"a","attempt":1,"decision":"yes","by":"ann"}
            {"command":"resolve","sender":"telegram:1","request_id":"a","attempt":1,"decision":"drop"}
            {"command":"pause"}
            """)
    void aBadCommand(String json) {
        assertBothRefuse("outbound-command", json, bytes -> CommandCodec.decode(bytes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            telegram-update               | {"message":{}}
            telegram-update               | {"update_id":"8103"}
            telegram-update               | {"update_id":-1}
            telegram-update               | []
            telegram-checkpoint           | {"next_offset":8103,"recent":[],"updated_at":"2026-11-30T08:00:00.000Z","owner":"a"}
            telegram-checkpoint           | {"next_offset":8103,"recent":[[1,2]],"updated_at":"2026-11-30T08:00:00.000Z","owner":"a","epoch":1}
            telegram-checkpoint           | {"next_offset":8103,"recent":[],"updated_at":"2026-11-30T08:00:00+01:00","owner":"a","epoch":1}
            telegram-ingest-event         | {"type":"loss","bot_id":1,"at":"2026-11-30T08:00:00.000Z","instance":"i"}
            telegram-ingest-event         | {"type":"conflict","bot_id":1,"at":"2026-11-30T08:00:00.000Z","instance":"i","description":"d"}
            telegram-ingest-event         | {"type":"auth_failed","bot_id":1,"at":"2026-11-30T08:00:00.000Z","instance":"i","http_status":null}
            telegram-quarantine-headers   | {"sluice_reason":"because","sluice_offset":""}
            telegram-quarantine-reference | {"update_id":1,"size":0,"sha256":"","parts":0}
            telegram-update-headers       | {"ce_id":"1:1"}
            outbound-dead-letter-headers  | {"sluice_reason":"too_large"}
            outbound-lane                 | {"sender":"telegram:1","backlog":-1,"in_flight":0,"oldest_at":null,"cooldown_until":null,"paused":false,"parked":null,"at":"2026-11-30T08:00:00.000Z"}
            """)
    void whatSluiceNeverWrites(String schema, String json) {
        assertTrue(!RecordSchema.named(schema).faults(json.getBytes(UTF_8)).isEmpty(), schema + " takes " + json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"request_id", "state", "at", "message", "error", "reason", "cause"})
    void anOutcomeWithoutAField(String field) {
        String whole = new String(
                OutcomeCodec.encode(OutboundExamples.outcomes().findFirst().orElseThrow()), UTF_8);
        String without = whole.replace("\"" + field + "\":", "\"another\":");

        List<String> faults = RecordSchema.named("outbound-outcome").faults(without.getBytes(UTF_8));

        assertTrue(faults.stream().anyMatch(fault -> fault.contains(field)), faults::toString);
    }

    @Test
    void theWordsAreThoseOfTheCode() {
        assertEquals(OutboundExamples.states(), words("outbound-outcome", "/properties/state/enum"));
        assertEquals(OutboundExamples.reasons(), words("outbound-outcome", "/properties/reason/enum"));
        assertEquals(OutboundExamples.reasons(), words("outbound-review", "/properties/reason/enum"));
        assertEquals(
                OutboundExamples.resultClasses(),
                words("outbound-review", "/properties/attempts/items/properties/class/enum"));
    }

    private static List<String> words(String schema, String pointer) {
        return RecordSchema.named(schema)
                .document()
                .at(pointer)
                .valueStream()
                .map(node -> node.asString())
                .toList();
    }

    private interface Decoder {
        Object decode(byte[] json);
    }

    private static void assertBothRefuse(String schema, String json, Decoder codec) {
        boolean refused = false;
        try {
            Object unused = codec.decode(json.getBytes(UTF_8));
        } catch (InvalidRecordException e) {
            refused = true;
        }
        assertTrue(refused, "the codec takes " + json);
        assertTrue(!RecordSchema.named(schema).faults(json.getBytes(UTF_8)).isEmpty(), "the schema takes " + json);
    }

    private static void assertMatches(String schema, byte[] json) {
        assertEquals(List.of(), RecordSchema.named(schema).faults(json), () -> new String(json, UTF_8));
    }
}
