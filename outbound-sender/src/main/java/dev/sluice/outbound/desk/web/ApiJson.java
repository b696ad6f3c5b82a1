package dev.sluice.outbound.desk.web;

import dev.sluice.model.ChatId;
import dev.sluice.model.Lane;
import dev.sluice.model.RawJson;
import dev.sluice.model.Rfc3339;
import dev.sluice.model.SendError;
import dev.sluice.outbound.desk.board.Changes;
import dev.sluice.outbound.desk.board.Counts;
import dev.sluice.outbound.desk.board.Cursor;
import dev.sluice.outbound.desk.board.LaneRow;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.board.OutcomePage;
import dev.sluice.outbound.desk.board.ReviewPage;
import dev.sluice.outbound.desk.board.Told;
import dev.sluice.outbound.desk.web.WholeReviews.Stored;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** The API's answers. Field names are those of the topics' records. Pure. */
final class ApiJson {
    private ApiJson() {}

    static byte[] refusal(String error, String detail) {
        return object(json -> {
            text(json, "error", error);
            text(json, "detail", detail);
        });
    }

    static byte[] session(boolean tokenRequired, String version, String instance) {
        return object(json -> {
            json.writeBooleanProperty("token_required", tokenRequired);
            text(json, "version", version);
            text(json, "instance", instance);
        });
    }

    static byte[] accepted(int commands) {
        return object(json -> json.writeNumberProperty("accepted", commands));
    }

    /** @param at the desk's time, to compare the times of lanes with */
    static byte[] lanes(List<LaneRow> rows, Instant at, boolean complete) {
        return object(json -> {
            array(json, "lanes", rows, row -> lane(json, row, at));
            time(json, "at", at);
            json.writeBooleanProperty("complete", complete);
        });
    }

    static byte[] reviews(ReviewPage page, boolean complete) {
        return object(json -> {
            array(json, "reviews", page.reviews(), review -> review(json, review));
            json.writeNumberProperty("total", page.total());
            text(json, "next", page.next().map(Cursor::text).orElse(null));
            json.writeBooleanProperty("complete", complete);
        });
    }

    static byte[] outcomes(OutcomePage page, boolean complete) {
        return object(json -> {
            array(json, "outcomes", page.outcomes(), told -> outcome(json, told));
            time(json, "since", page.since().orElse(null));
            json.writeBooleanProperty("complete", complete);
        });
    }

    /** The record byte for byte, with its place before its own fields. */
    static byte[] whole(Stored stored) {
        byte[] value = stored.value();
        int brace = 0;
        while (value[brace] != '{') {
            brace++;
        }
        byte[] place = object(json -> text(json, "place", stored.place()));
        ByteArrayOutputStream out = new ByteArrayOutputStream(place.length + value.length);
        out.write(place, 0, place.length - 1);
        out.write(',');
        out.write(value, brace + 1, value.length - brace - 1);
        return out.toByteArray();
    }

    static byte[] lanesEvent(Changes changes, Instant at) {
        return object(json -> {
            array(json, "lanes", changes.lanes(), row -> lane(json, row, at));
            time(json, "at", at);
        });
    }

    /** @param more whether the lists are not all of it, and a list has to be read anew */
    static byte[] reviewsEvent(
            Counts counts, List<String> changed, List<String> closed, boolean more, boolean complete) {
        return object(json -> {
            json.writeNumberProperty("total", counts.total());
            json.writeNumberProperty("held", counts.held());
            json.writeNumberProperty("unknown", counts.unknown());
            array(json, "changed", changed, json::writeString);
            array(json, "closed", closed, json::writeString);
            json.writeBooleanProperty("more", more);
            json.writeBooleanProperty("complete", complete);
        });
    }

    static byte[] outcomesEvent(List<Told> outcomes) {
        return object(json -> array(json, "outcomes", outcomes, told -> outcome(json, told)));
    }

    private static void lane(JsonGenerator json, LaneRow row, Instant at) {
        Lane lane = row.lane();
        json.writeStartObject();
        text(json, "sender", lane.sender().text());
        json.writeNumberProperty("backlog", lane.backlog());
        json.writeNumberProperty("in_flight", lane.inFlight());
        time(json, "oldest_at", lane.oldestAt().orElse(null));
        time(json, "cooldown_until", lane.cooldownUntil().orElse(null));
        // a browser's clock may be anywhere: it counts down from here
        json.writeNumberProperty(
                "cooldown_left_ms",
                lane.cooldownUntil()
                        .map(until -> Math.max(0, Duration.between(at, until).toMillis()))
                        .orElse(0L));
        json.writeBooleanProperty("paused", lane.paused());
        text(json, "parked", lane.parked().orElse(null));
        time(json, "at", lane.at());
        json.writeNumberProperty("held", row.reviews().held());
        json.writeNumberProperty("unknown", row.reviews().unknown());
        json.writeEndObject();
    }

    private static void review(JsonGenerator json, OpenReview review) {
        json.writeStartObject();
        text(json, "key", review.key().text());
        text(json, "sender", review.key().sender().text());
        text(json, "request_id", review.key().requestId());
        text(json, "state", review.state().word());
        time(json, "since", review.since());
        text(json, "method", review.method());
        chat(json, review.chatId());
        text(json, "reason", review.reason().word());
        time(json, "expires_at", review.expiresAt());
        json.writeNumberProperty("attempt", review.attempt());
        text(json, "preview", review.preview());
        json.writeEndObject();
    }

    private static void outcome(JsonGenerator json, Told told) {
        json.writeStartObject();
        text(json, "request_id", told.key().requestId());
        text(json, "sender", told.key().sender().text());
        text(json, "state", told.state().word());
        json.writeNumberProperty("attempt", told.attempt());
        time(json, "at", told.at());
        if (told.httpStatus() == 0) {
            json.writeNullProperty("http_status");
        } else {
            json.writeNumberProperty("http_status", told.httpStatus());
        }
        error(json, told.error());
        text(json, "reason", told.reason().word());
        text(json, "method", told.method());
        chat(json, told.chatId());
        text(json, "cause", told.cause());
        json.writeEndObject();
    }

    private static void error(JsonGenerator json, @Nullable SendError error) {
        if (error == null) {
            json.writeNullProperty("error");
            return;
        }
        json.writeObjectPropertyStart("error");
        if (error instanceof SendError.Telegram telegram) {
            json.writeNumberProperty("code", telegram.code());
            text(json, "description", telegram.description());
            raw(json, "parameters", telegram.parameters().orElse(null));
        } else if (error instanceof SendError.UnifyPort unifyPort) {
            text(json, "code", unifyPort.code());
            raw(json, "numeric_code", unifyPort.numericCode().orElse(null));
            text(json, "message", unifyPort.message());
            text(json, "request_id", unifyPort.requestId().orElse(null));
        }
        json.writeEndObject();
    }

    private static void chat(JsonGenerator json, @Nullable ChatId chat) {
        if (chat == null || chat.quoted()) {
            text(json, "chat_id", chat == null ? null : chat.text());
        } else {
            json.writeName("chat_id");
            json.writeRawValue(chat.text());
        }
    }

    private static void raw(JsonGenerator json, String name, @Nullable RawJson value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeName(name);
            json.writeRawValue(new String(value.toBytes(), StandardCharsets.UTF_8));
        }
    }

    private static void time(JsonGenerator json, String name, @Nullable Instant time) {
        text(json, name, time == null ? null : Rfc3339.format(time));
    }

    /** Half of a surrogate pair, which a record's escapes can hold and UTF-8 cannot, becomes a question mark. */
    private static void text(JsonGenerator json, String name, @Nullable String text) {
        if (text == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }

    private static <T> void array(JsonGenerator json, String name, List<T> values, Consumer<T> body) {
        json.writeArrayPropertyStart(name);
        values.forEach(body);
        json.writeEndArray();
    }

    private static byte[] object(Consumer<JsonGenerator> body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JsonMapper.shared().createGenerator(out)) {
            json.writeStartObject();
            body.accept(json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
