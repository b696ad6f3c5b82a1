package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointCodecTest {

    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final Instant AT = Instant.parse("2025-11-30T08:00:00Z");

    @Test
    @Tag("R19")
    void writesTheContractsForm() {
        Checkpoint checkpoint = new Checkpoint(
                8103, List.of(new StoredRange(8000, 8102, 1764489600, 1)), AT, "poller-1", 7, 1, List.of());

        assertWritten(
                checkpoint,
                "{\"next_offset\":8103,\"recent\":[[8000,8102,1764489600]],"
                        + "\"updated_at\":\"2025-11-30T08:00:00.000Z\",\"owner\":\"poller-1\",\"epoch\":7}");
    }

    @Test
    void writesSequencesOnlyWhenTheyDiffer() {
        List<StoredRange> recent = List.of(
                new StoredRange(8000, 8102, 1764489600, 1),
                new StoredRange(8110, 8110, 1764489601, 2),
                new StoredRange(100, 120, 1764489700, 3));
        Checkpoint checkpoint = new Checkpoint(121, recent, AT, "p", 8, 3, List.of());

        assertWritten(
                checkpoint,
                "{\"next_offset\":121,\"recent\":[[8000,8102,1764489600],[8110,8110,1764489601],[100,120,1764489700]],"
                        + "\"updated_at\":\"2025-11-30T08:00:00.000Z\",\"owner\":\"p\",\"epoch\":8,"
                        + "\"sequences\":[1,2,3]}");
    }

    @Test
    void writesWhatIsInQuarantine() {
        Checkpoint checkpoint =
                new Checkpoint(0, List.of(), AT, "p", 0, 2, List.of(new QuarantinedHash(HASH, 1764489600)));

        assertWritten(
                checkpoint,
                "{\"next_offset\":0,\"recent\":[],\"updated_at\":\"2025-11-30T08:00:00.000Z\",\"owner\":\"p\","
                        + "\"epoch\":0,\"quarantined\":[[\"" + HASH + "\",1764489600]]}");
    }

    @Test
    void ignoresFieldsOfLaterVersionsAndReadsAnyOffset() {
        String json = "{\"x\":{\"next_offset\":9},\"epoch\":7,\"owner\":\"p\",\"recent\":[],\"next_offset\":2147483647,"
                + "\"updated_at\":\"2025-11-30T10:00:00.0005+02:00\",\"quarantined\":null}";

        assertEquals(new Checkpoint(Integer.MAX_VALUE, List.of(), AT, "p", 7, 1, List.of()), decode(json, 1));
    }

    @Test
    void takesTheSequenceFromTheHeader() {
        byte[] value = CheckpointCodec.encode(new Checkpoint(1, List.of(), AT, "p", 0, 5, List.of()));

        assertEquals(5, CheckpointCodec.decode(value, header("5")).sequence());
        assertEquals(1, CheckpointCodec.decode(value, new RecordHeaders()).sequence());
        for (String bad : List.of("0", "-1", "", "x", "01", "2147483648")) {
            InvalidRecordException e =
                    assertThrows(InvalidRecordException.class, () -> CheckpointCodec.decode(value, header(bad)));
            assertEquals("sluice_sequence", e.field());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"next_offset\":8103                 |                                    | next_offset: missing",
                "\"next_offset\":8103                 | \"next_offset\":null               | next_offset: missing",
                "\"next_offset\":8103                 | \"next_offset\":\"8103\"           | next_offset: not an integer",
                "\"next_offset\":8103                 | \"next_offset\":8103.0             | next_offset: not an integer",
                "\"next_offset\":8103                 | \"next_offset\":-1                 | next_offset: not within 0..2147483647",
                "\"next_offset\":8103                 | \"next_offset\":1,\"next_offset\":1 | next_offset: stands twice",
                "\"recent\":[[8000,8102,1764489600]]  | \"recent\":{}                      | recent: not an array",
                "\"recent\":[[8000,8102,1764489600]]  | \"recent\":[[8000,8102]]           | recent: a range is [first, last, unix seconds]",
                "\"recent\":[[8000,8102,1764489600]]  | \"recent\":[8000,8102,1764489600]  | recent: a range is [first, last, unix seconds]",
                "\"recent\":[[8000,8102,1764489600]]  | \"recent\":[[8102,8000,1]]         | recent: not within 8102..2147483646",
                "\"recent\":[[8000,8102,1764489600]]  | \"recent\":[[1,2,3.5]]             | recent: not an integer",
                "\"updated_at\":\"2025-11-30T08:00:00.000Z\" | \"updated_at\":1764489600   | updated_at: not a text",
                "\"updated_at\":\"2025-11-30T08:00:00.000Z\" | \"updated_at\":\"2025-11-30\" | updated_at: not an RFC 3339 time",
                "\"epoch\":7                          | \"epoch\":9223372036854775808      | epoch: not within 0..9223372036854775807",
                "\"epoch\":7                          | \"epoch\":7,\"sequences\":[]       | sequences: not one for each range in recent",
                "\"epoch\":7                          | \"epoch\":7,\"sequences\":[4]      | sequences: not within 1..3",
                "\"epoch\":7                          | \"epoch\":7,\"quarantined\":[[\"a\",1]] | quarantined: an entry is [sha256, unix seconds]",
                "\"epoch\":7                          | \"epoch\":7}{                      | checkpoint: more than one JSON value",
            })
    void namesTheFieldAndTheFault(String good, String bad, String message) {
        String json = "{\"next_offset\":8103,\"recent\":[[8000,8102,1764489600]],"
                + "\"updated_at\":\"2025-11-30T08:00:00.000Z\",\"owner\":\"p\",\"epoch\":7}";
        String broken = json.replace(good, bad == null ? "\"y\":0" : bad);

        InvalidRecordException e = assertThrows(InvalidRecordException.class, () -> decode(broken, 3));

        assertEquals(message, e.getMessage());
    }

    @Test
    void readsBackWhateverItWrote() {
        Random random = Seeds.random(CheckpointCodecTest.class);

        for (int i = 0; i < 2_000; i++) {
            Checkpoint checkpoint = checkpoint(random);
            assertEquals(checkpoint, CheckpointCodec.decode(CheckpointCodec.encode(checkpoint), checkpoint.sequence()));
        }
    }

    @Test
    void refusesWhatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> new StoredRange(5, 4, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new StoredRange(-1, 4, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new StoredRange(5, Integer.MAX_VALUE, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new StoredRange(5, 6, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new QuarantinedHash("F" + HASH.substring(1), 0));
        assertThrows(IllegalArgumentException.class, () -> new Checkpoint(-1, List.of(), AT, "p", 0, 1, List.of()));
    }

    private static Checkpoint checkpoint(Random random) {
        int sequence = 1 + random.nextInt(4);
        List<StoredRange> recent = new ArrayList<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            int first = random.nextInt(Integer.MAX_VALUE);
            int last = first + random.nextInt(Math.min(1000, Integer.MAX_VALUE - first));
            recent.add(new StoredRange(first, last, random.nextInt(Integer.MAX_VALUE), 1 + random.nextInt(sequence)));
        }
        List<QuarantinedHash> quarantined = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            quarantined.add(new QuarantinedHash(HASH, random.nextInt(Integer.MAX_VALUE)));
        }
        Instant at = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
        return new Checkpoint(
                random.nextInt(Integer.MAX_VALUE),
                recent,
                at,
                Texts.random(random),
                random.nextLong(Long.MAX_VALUE),
                sequence,
                quarantined);
    }

    private static void assertWritten(Checkpoint checkpoint, String expected) {
        byte[] json = CheckpointCodec.encode(checkpoint);
        assertEquals(expected, new String(json, StandardCharsets.UTF_8));
        assertEquals(checkpoint, CheckpointCodec.decode(json, checkpoint.sequence()));
    }

    private static Checkpoint decode(String json, int sequence) {
        return CheckpointCodec.decode(json.getBytes(StandardCharsets.UTF_8), sequence);
    }

    private static RecordHeaders header(String sequence) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("sluice_sequence", sequence.getBytes(StandardCharsets.UTF_8));
        return headers;
    }
}
