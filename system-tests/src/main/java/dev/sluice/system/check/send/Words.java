package dev.sluice.system.check.send;

import dev.sluice.system.check.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads records as CONTRACT.md words them. */
final class Words {
    private static final JsonMapper JSON = JsonMapper.shared();

    private Words() {}

    static Seen.Request request(StoredRecord stored) {
        JsonNode value = JSON.readTree(stored.value());
        JsonNode params = value.path("params");
        return new Seen.Request(
                jobKey(value),
                value.path("sender").asString(""),
                stored.partition(),
                stored.offset(),
                sha256(JSON.writeValueAsString(params)),
                Chats.normal(text(params, "chat_id")),
                value.path("priority").asString("reply"),
                value.hasNonNull("not_before"),
                value.hasNonNull("expires_at")
                        ? Instant.parse(value.path("expires_at").asString()).toEpochMilli()
                        : Long.MAX_VALUE,
                value.path("max_attempts").asInt(5),
                value.path("on_unknown").asString("hold"));
    }

    static Seen.Attempt attempt(StoredRecord stored) {
        JsonNode value = JSON.readTree(stored.value());
        return new Seen.Attempt(
                jobKey(value),
                value.path("sender").asString(""),
                stored.partition(),
                stored.offset(),
                value.path("grant_id").asLong(),
                value.path("attempt").asInt(),
                value.path("weight").asInt(1),
                Chats.normal(text(value, "chat_id")),
                text(value, "epoch"),
                stored.timestampMs());
    }

    /** Empty for what a dispatcher or the gate says of itself. */
    static Optional<Seen.Result> result(StoredRecord stored) {
        JsonNode value = JSON.readTree(stored.value());
        String kind = value.has("type")
                ? value.path("type").asString("")
                : value.path("class").asString("");
        boolean isOfAttempt = !value.has("type") || kind.equals("returned");
        return isOfAttempt
                ? Optional.of(
                        new Seen.Result(jobKey(value), value.path("grant_id").asLong(), kind, stored.timestampMs()))
                : Optional.empty();
    }

    static Seen.Outcome outcome(StoredRecord stored) {
        JsonNode value = JSON.readTree(stored.value());
        return new Seen.Outcome(
                jobKey(value),
                value.path("state").asString(""),
                value.path("attempt").asInt(),
                value.path("reason").asString(""),
                stored.timestampMs(),
                stored.where());
    }

    /** Without a job key where it speaks of no single job. */
    static Seen.Command command(StoredRecord stored) {
        JsonNode value = JSON.readTree(stored.value());
        return new Seen.Command(
                value.has("request_id") ? jobKey(value) : "",
                value.path("command").asString(""),
                value.path("decision").asString(""),
                value.has("attempt") ? OptionalLong.of(value.path("attempt").asLong()) : OptionalLong.empty(),
                stored.timestampMs());
    }

    /** The attempt that a review asks about. */
    static int lastAttempt(StoredRecord stored) {
        int last = 0;
        for (JsonNode each : JSON.readTree(stored.value()).path("attempts")) {
            last = each.path("attempt").asInt();
        }
        return last;
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static String jobKey(JsonNode value) {
        return value.path("sender").asString("") + "/"
                + value.path("request_id").asString("");
    }

    private static String text(JsonNode object, String field) {
        return object.hasNonNull(field) ? object.path(field).asString("") : "";
    }
}
