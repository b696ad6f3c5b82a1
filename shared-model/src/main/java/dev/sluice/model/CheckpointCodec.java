package dev.sluice.model;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * A {@link Checkpoint} as the value of a record in {@code telegram.checkpoints}:
 *
 * <pre>{"next_offset":8103,"recent":[[8000,8102,1764489600]],"updated_at":"…","owner":"…","epoch":7}</pre>
 *
 * followed, only when there is something to say, by {@code "sequences":[1,1,2]} (the sequence of each range in
 * {@code recent}; absent when all are of the current one) and {@code "quarantined":[["<sha256>",1764489600]]}. The current
 * sequence stands in the header {@value #SEQUENCE_HEADER}. Fields that this version does not know are ignored.
 */
public final class CheckpointCodec {

    /** Names the current id sequence, a decimal number from 1; a record without it is of sequence 1. */
    public static final String SEQUENCE_HEADER = "sluice_sequence";

    /** Names the shard count, on the marker record only: see {@link ShardMarker}. */
    public static final String SHARDS_HEADER = "sluice_shards";

    private CheckpointCodec() {}

    public static byte[] encode(Checkpoint checkpoint) {
        List<StoredRange> recent = checkpoint.recent();
        return ObjectWriter.object(json -> {
            json.number("next_offset", checkpoint.nextOffset());
            json.array("recent", array -> recent.forEach(range -> write(array, range)));
            json.time("updated_at", checkpoint.updatedAt());
            json.text("owner", checkpoint.owner());
            json.number("epoch", checkpoint.epoch());
            if (recent.stream().anyMatch(range -> range.sequence() != checkpoint.sequence())) {
                json.array("sequences", array -> recent.forEach(range -> array.writeNumber(range.sequence())));
            }
            if (!checkpoint.quarantined().isEmpty()) {
                json.array("quarantined", array -> checkpoint.quarantined().forEach(hash -> write(array, hash)));
            }
        });
    }

    /** The sequence that a record's headers name; 1 when they name none. */
    public static int sequence(Headers headers) {
        return RecordHeaderValues.positive(headers, SEQUENCE_HEADER).orElse(1);
    }

    /**
     * Reads a record of {@code telegram.checkpoints}.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot, or the header does
     */
    public static Checkpoint decode(byte[] value, Headers headers) {
        return decode(value, sequence(headers));
    }

    /**
     * Reads the value of such a record.
     *
     * @param sequence what its header said, or 1
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static Checkpoint decode(byte[] value, int sequence) {
        Fields fields = Fields.of("checkpoint", value);
        return new Checkpoint(
                fields.smallInteger("next_offset", 0),
                recent(fields, sequence),
                fields.time("updated_at"),
                fields.text("owner"),
                fields.integer("epoch", 0, Long.MAX_VALUE),
                sequence,
                quarantined(fields));
    }

    private static void write(JsonGenerator array, StoredRange range) {
        array.writeStartArray();
        array.writeNumber(range.first());
        array.writeNumber(range.last());
        array.writeNumber(range.storedAtSeconds());
        array.writeEndArray();
    }

    private static void write(JsonGenerator array, QuarantinedHash hash) {
        array.writeStartArray();
        array.writeString(hash.sha256());
        array.writeNumber(hash.atSeconds());
        array.writeEndArray();
    }

    private static List<StoredRange> recent(Fields fields, int sequence) {
        JsonNode ranges = fields.array("recent");
        JsonNode sequences = fields.has("sequences") ? fields.array("sequences") : null;
        if (sequences != null && sequences.size() != ranges.size()) {
            throw InvalidRecordException.invalid("sequences", "not one for each range in recent");
        }
        List<StoredRange> recent = new ArrayList<>(ranges.size());
        for (int i = 0; i < ranges.size(); i++) {
            int of = sequences == null ? sequence : (int) Fields.integer("sequences", sequences.path(i), 1, sequence);
            recent.add(range(ranges.path(i), of));
        }
        return recent;
    }

    private static StoredRange range(JsonNode range, int sequence) {
        if (range.size() != 3) {
            throw InvalidRecordException.invalid("recent", "a range is [first, last, unix seconds]");
        }
        long first = Fields.integer("recent", range.path(0), 0, UpdateKey.MAX_UPDATE_ID);
        long last = Fields.integer("recent", range.path(1), first, UpdateKey.MAX_UPDATE_ID);
        long storedAt = Fields.integer("recent", range.path(2), 0, Long.MAX_VALUE);
        return new StoredRange((int) first, (int) last, storedAt, sequence);
    }

    private static List<QuarantinedHash> quarantined(Fields fields) {
        if (!fields.has("quarantined")) {
            return List.of();
        }
        List<QuarantinedHash> quarantined = new ArrayList<>();
        for (JsonNode entry : fields.array("quarantined")) {
            if (entry.size() != 2 || !QuarantinedHash.isSha256(entry.path(0).stringValue(""))) {
                throw InvalidRecordException.invalid("quarantined", "an entry is [sha256, unix seconds]");
            }
            long at = Fields.integer("quarantined", entry.path(1), 0, Long.MAX_VALUE);
            quarantined.add(new QuarantinedHash(entry.path(0).stringValue(), at));
        }
        return quarantined;
    }
}
