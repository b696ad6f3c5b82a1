package dev.sluice.local.view;

import dev.sluice.model.IngestEvent;
import dev.sluice.model.IngestEventCodec;
import dev.sluice.model.InvalidRecordException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * One record of {@code telegram.ingest-events} in a few words, a flood, or something about a process.
 *
 * @param botId empty when it is about a process
 * @param type like {@code gap} or {@code conflict}
 * @param detail its own fields, without control characters
 */
record Notice(Instant at, OptionalLong botId, String type, String detail) {
    private static final String FLOOD = "flood";
    private static final String FLOOD_OVER = "flood_over";
    private static final List<String> COMMON = List.of("type", "bot_id", "at", "instance");

    /** A process has ended. */
    static Notice ended(Instant at, String process) {
        return new Notice(at, OptionalLong.empty(), "ended", process + " has ended and was started again");
    }

    /** The API told a bot to wait. */
    static Notice flood(Instant at, long botId, Instant until) {
        long seconds = Math.round(Duration.between(at, until).toMillis() / 1000.0);
        return new Notice(at, OptionalLong.of(botId), FLOOD, "waits " + seconds + " s");
    }

    /** The wait is over; {@code sent} messages of all bots have gone out meanwhile. */
    static Notice floodOver(Instant at, long botId, long sent) {
        return new Notice(at, OptionalLong.of(botId), FLOOD_OVER, sent + " sent");
    }

    /** In one line, after the time. */
    String text() {
        String about = botId.isPresent() ? "bot " + botId.getAsLong() : "";
        return switch (type) {
            case FLOOD -> "flood: " + about + " " + detail;
            case FLOOD_OVER -> "flood over, " + detail + " by the other bots meanwhile, " + about + " goes on";
            default -> botId.isEmpty() ? detail : about + "  " + type + (detail.isEmpty() ? "" : "  " + detail);
        };
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
