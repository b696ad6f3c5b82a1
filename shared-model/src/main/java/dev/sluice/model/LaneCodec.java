package dev.sluice.model;

/**
 * A {@link Lane} as JSON:
 *
 * <pre>{"sender","backlog","in_flight","oldest_at","cooldown_until","paused","parked","at"}</pre>
 */
public final class LaneCodec {

    private LaneCodec() {}

    public static byte[] encode(Lane lane) {
        return ObjectWriter.object(json -> {
            json.text("sender", lane.sender().text());
            json.number("backlog", lane.backlog());
            json.number("in_flight", lane.inFlight());
            json.time("oldest_at", lane.oldestAt());
            json.time("cooldown_until", lane.cooldownUntil());
            json.flag("paused", lane.paused());
            json.text("parked", lane.parked());
            json.time("at", lane.at());
        });
    }

    /**
     * Reads the state of a lane.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static Lane decode(byte[] value) {
        Fields fields = Fields.of("lane", value);
        return new Lane(
                fields.sender(),
                fields.integer("backlog", 0, Long.MAX_VALUE),
                fields.integer("in_flight", 0, Long.MAX_VALUE),
                fields.optionalTime("oldest_at"),
                fields.optionalTime("cooldown_until"),
                fields.flag("paused"),
                fields.optionalText("parked"),
                fields.time("at"));
    }
}
