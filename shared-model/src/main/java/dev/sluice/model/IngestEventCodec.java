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

/**
 * An {@link IngestEvent} as JSON: {@code {"type","bot_id","at","instance"}} and then the fields of its type. A field that
 * has nothing to say is null, not absent.
 */
public final class IngestEventCodec {

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
        return ObjectWriter.object(json -> {
            json.text("type", type(event));
            json.number("bot_id", event.botId());
            json.time("at", event.at());
            json.text("instance", event.instance());
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
                        fields.smallInteger("sent_offset", 0),
                        fields.smallInteger("first_update_id", 0),
                        fields.smallInteger("duplicates", 0),
                        fields.smallInteger("overlapping", 0));
            case "conflict" -> new Conflict(bot, at, by, fields.text("description"), fields.smallInteger("count", 0));
            case "webhook_active" -> new WebhookActive(bot, at, by, fields.text("url_host"));
            case "auth_failed" -> new AuthFailed(bot, at, by, fields.optionalSmallInteger("http_status", 0));
            case "resumed" ->
                new Resumed(bot, at, by, fields.text("after"), fields.integer("down_ms", 0, Long.MAX_VALUE));
            case "owner_changed" ->
                new OwnerChanged(
                        bot,
                        at,
                        by,
                        fields.smallInteger("shard", 0),
                        fields.integer("epoch", 0, Long.MAX_VALUE),
                        fields.optionalText("previous"));
            case "batch_unusable" -> new BatchUnusable(bot, at, by, fields.smallInteger("elements", 0));
            case "recent_trimmed" ->
                new RecentTrimmed(
                        bot,
                        at,
                        by,
                        fields.smallInteger("ranges", 0),
                        fields.smallInteger("first", 0),
                        fields.smallInteger("last", 0));
            default -> throw InvalidRecordException.invalid("type", "no type of event that this version knows");
        };
    }

    private static void writeOwnFields(ObjectWriter json, IngestEvent event) {
        if (event instanceof Gap gap) {
            json.text("cause", gap.cause().word());
            json.number("first", gap.first());
            json.number("last", gap.last());
            json.number("missing", gap.missing());
            json.number("down_ms", gap.downMs());
        } else if (event instanceof SequenceReset reset) {
            json.number("sent_offset", reset.sentOffset());
            json.number("first_update_id", reset.firstUpdateId());
            json.number("duplicates", reset.duplicates());
            json.number("overlapping", reset.overlapping());
        } else if (event instanceof Conflict conflict) {
            json.text("description", conflict.description());
            json.number("count", conflict.count());
        } else if (event instanceof WebhookActive webhook) {
            json.text("url_host", webhook.urlHost());
        } else if (event instanceof AuthFailed failed) {
            json.number("http_status", failed.httpStatus());
            if (failed.httpStatus().isEmpty()) {
                json.text("reason", "no_token");
            }
        } else if (event instanceof Resumed resumed) {
            json.text("after", resumed.after());
            json.number("down_ms", resumed.downMs());
        } else if (event instanceof OwnerChanged changed) {
            json.number("shard", changed.shard());
            json.number("epoch", changed.epoch());
            json.text("previous", changed.previous());
        } else if (event instanceof BatchUnusable unusable) {
            json.number("elements", unusable.elements());
        } else if (event instanceof RecentTrimmed trimmed) {
            json.number("ranges", trimmed.ranges());
            json.number("first", trimmed.first());
            json.number("last", trimmed.last());
        }
    }

    private static Gap gap(Fields fields, long bot, Instant at, String by) {
        return new Gap(
                bot,
                at,
                by,
                fields.word("cause", GapCause.values()),
                fields.optionalSmallInteger("first", 0),
                fields.optionalSmallInteger("last", 0),
                fields.optionalInteger("missing", 0, Long.MAX_VALUE),
                fields.optionalInteger("down_ms", 0, Long.MAX_VALUE));
    }
}
