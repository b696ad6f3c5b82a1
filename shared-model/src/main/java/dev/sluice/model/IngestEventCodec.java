package dev.sluice.model;

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
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/**
 * An {@link IngestEvent} as JSON: {@code {"type","bot_id","at","instance"}} and then the fields of its type. A field that
 * has nothing to say is null, not absent.
 */
public final class IngestEventCodec {

    private static final long MAX_ID = UpdateKey.MAX_UPDATE_ID;
    private static final long MAX_INT = Integer.MAX_VALUE;

    private IngestEventCodec() {}

    /** The word for the type of an event, such as {@code gap}. */
    public static String type(IngestEvent event) {
        if (event instanceof Gap) {
            return "gap";
        } else if (event instanceof SequenceReset) {
            return "sequence_reset";
        } else if (event instanceof Conflict) {
            return "conflict";
        } else if (event instanceof WebhookActive) {
            return "webhook_active";
        } else if (event instanceof AuthFailed) {
            return "auth_failed";
        } else if (event instanceof Resumed) {
            return "resumed";
        } else if (event instanceof OwnerChanged) {
            return "owner_changed";
        } else if (event instanceof BatchUnusable) {
            return "batch_unusable";
        } else {
            return "recent_trimmed";
        }
    }

    /** The key of an event: its bot id. */
    public static byte[] key(IngestEvent event) {
        return Long.toString(event.botId()).getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] encode(IngestEvent event) {
        return Json.object(json -> {
            json.writeStringProperty("type", type(event));
            json.writeNumberProperty("bot_id", event.botId());
            json.writeStringProperty("at", Rfc3339.format(event.at()));
            Json.writeText(json, "instance", event.instance());
            writeOwnFields(json, event);
        });
    }

    /**
     * Reads an event.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot, or the type is unknown
     */
    public static IngestEvent decode(byte[] value) {
        Fields fields = Fields.of("event", value);
        String type = fields.text("type");
        long bot = fields.integer("bot_id", 1, Long.MAX_VALUE);
        Instant at = fields.time("at");
        String by = fields.text("instance");
        return switch (type) {
            case "gap" -> gap(fields, bot, at, by);
            case "sequence_reset" ->
                new SequenceReset(
                        bot,
                        at,
                        by,
                        integer(fields, "sent_offset", MAX_INT),
                        integer(fields, "first_update_id", MAX_ID),
                        integer(fields, "duplicates", MAX_INT),
                        integer(fields, "overlapping", MAX_INT));
            case "conflict" -> new Conflict(bot, at, by, fields.text("description"), integer(fields, "count", MAX_INT));
            case "webhook_active" -> new WebhookActive(bot, at, by, fields.text("url_host"));
            case "auth_failed" -> new AuthFailed(bot, at, by, optionalInt(fields, "http_status", 999));
            case "resumed" ->
                new Resumed(bot, at, by, fields.text("after"), fields.integer("down_ms", 0, Long.MAX_VALUE));
            case "owner_changed" ->
                new OwnerChanged(
                        bot,
                        at,
                        by,
                        integer(fields, "shard", MAX_INT),
                        fields.integer("epoch", 0, Long.MAX_VALUE),
                        fields.optionalText("previous"));
            case "batch_unusable" -> new BatchUnusable(bot, at, by, integer(fields, "elements", MAX_INT));
            case "recent_trimmed" ->
                new RecentTrimmed(
                        bot,
                        at,
                        by,
                        integer(fields, "ranges", MAX_INT),
                        integer(fields, "first", MAX_ID),
                        integer(fields, "last", MAX_ID));
            default -> throw InvalidRecordException.invalid("type", "no type of event that this version knows");
        };
    }

    private static void writeOwnFields(JsonGenerator json, IngestEvent event) {
        if (event instanceof Gap gap) {
            json.writeStringProperty("cause", gap.cause().name().toLowerCase(Locale.ROOT));
            Json.writeNumber(json, "first", gap.first());
            Json.writeNumber(json, "last", gap.last());
            Json.writeNumber(json, "missing", gap.missing());
            Json.writeNumber(json, "down_ms", gap.downMs());
        } else if (event instanceof SequenceReset reset) {
            json.writeNumberProperty("sent_offset", reset.sentOffset());
            json.writeNumberProperty("first_update_id", reset.firstUpdateId());
            json.writeNumberProperty("duplicates", reset.duplicates());
            json.writeNumberProperty("overlapping", reset.overlapping());
        } else if (event instanceof Conflict conflict) {
            Json.writeText(json, "description", conflict.description());
            json.writeNumberProperty("count", conflict.count());
        } else if (event instanceof WebhookActive webhook) {
            Json.writeText(json, "url_host", webhook.urlHost());
        } else if (event instanceof AuthFailed failed) {
            Json.writeNumber(json, "http_status", failed.httpStatus());
            if (failed.httpStatus().isEmpty()) {
                json.writeStringProperty("reason", "no_token");
            }
        } else if (event instanceof Resumed resumed) {
            Json.writeText(json, "after", resumed.after());
            json.writeNumberProperty("down_ms", resumed.downMs());
        } else if (event instanceof OwnerChanged changed) {
            json.writeNumberProperty("shard", changed.shard());
            json.writeNumberProperty("epoch", changed.epoch());
            Json.writeText(json, "previous", changed.previous());
        } else if (event instanceof BatchUnusable unusable) {
            json.writeNumberProperty("elements", unusable.elements());
        } else if (event instanceof RecentTrimmed trimmed) {
            json.writeNumberProperty("ranges", trimmed.ranges());
            json.writeNumberProperty("first", trimmed.first());
            json.writeNumberProperty("last", trimmed.last());
        }
    }

    private static Gap gap(Fields fields, long bot, Instant at, String by) {
        GapCause cause = switch (fields.text("cause")) {
            case "ids" -> GapCause.IDS;
            case "outage" -> GapCause.OUTAGE;
            default -> throw InvalidRecordException.invalid("cause", "neither ids nor outage");
        };
        return new Gap(
                bot,
                at,
                by,
                cause,
                optionalInt(fields, "first", MAX_ID),
                optionalInt(fields, "last", MAX_ID),
                fields.optionalInteger("missing", 0, Long.MAX_VALUE),
                fields.optionalInteger("down_ms", 0, Long.MAX_VALUE));
    }

    private static int integer(Fields fields, String name, long max) {
        return (int) fields.integer(name, 0, max);
    }

    private static OptionalInt optionalInt(Fields fields, String name, long max) {
        OptionalLong value = fields.optionalInteger(name, 0, max);
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }
}
