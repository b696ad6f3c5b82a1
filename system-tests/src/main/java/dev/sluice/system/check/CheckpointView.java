package dev.sluice.system.check;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A checkpoint record as the contract words it: what it names and who wrote it. */
record CheckpointView(long botId, long nextOffset, List<Named> named, String owner, long epoch) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A range of ids that the checkpoint says are stored, and the sequence they belong to. */
    record Named(int first, int last, int sequence) {}

    static CheckpointView of(StoredRecord record) {
        JsonNode value = JSON.readTree(record.value());
        JsonNode ranges = value.path("recent");
        JsonNode sequences = value.path("sequences");
        List<Named> named = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            JsonNode range = ranges.path(i);
            named.add(new Named(
                    range.path(0).intValue(),
                    range.path(1).intValue(),
                    sequences.isArray() ? sequences.path(i).intValue() : record.sequence()));
        }
        return new CheckpointView(
                record.botId(),
                value.path("next_offset").longValue(),
                named,
                value.path("owner").stringValue(),
                value.path("epoch").longValue());
    }
}
