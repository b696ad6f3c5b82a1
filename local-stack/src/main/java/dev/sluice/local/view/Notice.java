package dev.sluice.local.view;

import dev.sluice.model.IngestEvent;
import dev.sluice.model.IngestEventCodec;
import dev.sluice.model.InvalidRecordException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * One record of {@code telegram.ingest-events} in a few words, or something about the poller as a whole.
 *
 * @param botId empty when it is about the poller
 * @param type like {@code gap} or {@code conflict}
 * @param detail its own fields, without control characters
 */
record Notice(Instant at, OptionalLong botId, String type, String detail) {
    private static final List<String> COMMON = List.of("type", "bot_id", "at", "instance");

    static Notice aboutPoller(Instant at, String type, String detail) {
        return new Notice(at, OptionalLong.empty(), type, detail);
    }

    /** In one line, after the time. */
    String text() {
        String about = botId.isPresent() ? "bot " + botId.getAsLong() : "poller";
        return about + "  " + type + (detail.isEmpty() ? "" : "  " + detail);
    }

    /**
     * Reads a record.
     *
     * @throws InvalidRecordException when it is no event
     */
    static Notice of(byte[] json) {
        IngestEvent event = IngestEventCodec.decode(json);
        String detail = JsonMapper.shared().readTree(json).properties().stream()
                .filter(field ->
                        !COMMON.contains(field.getKey()) && !field.getValue().isNull())
                .map(field -> field.getKey() + "=" + field.getValue().asString())
                .collect(Collectors.joining(" "));
        return new Notice(
                event.at(), OptionalLong.of(event.botId()), IngestEventCodec.type(event), Cells.harmless(detail));
    }
}
