package dev.sluice.system.check.send;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.local.botapi.ledger.Marker;
import dev.sluice.system.check.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ledger and topics written by hand, as a good sender leaves them or a bad one. Times are milliseconds after a beginning;
 * grants are named by their ids.
 */
final class Story {
    static final long BOT = 110001;
    static final String SENDER = "telegram:" + BOT;

    private static final long BEGIN_MS = 1_800_000_000_000L;

    private final List<LedgerCall> ledger = new ArrayList<>();
    private final Map<String, List<StoredRecord>> topics = new HashMap<>();

    SendReport check() {
        return check(SendLimits.DEFAULT);
    }

    SendReport check(SendLimits limits) {
        return check(limits, List.of());
    }

    SendReport checkWithStop(long fromMs, long toMs) {
        return check(SendLimits.DEFAULT, List.of(new Stop((BEGIN_MS + fromMs) * 1_000, (BEGIN_MS + toMs) * 1_000)));
    }

    private SendReport check(SendLimits limits, List<Stop> stops) {
        SendRecords records = new SendRecords(SENDER::equals);
        of(SendRecords.DEAD_LETTERS).forEach(records::deadLetter);
        of(SendRecords.REQUESTS).forEach(records::request);
        of(SendRecords.COMMANDS).forEach(records::command);
        of(SendRecords.ATTEMPTS).forEach(records::attempt);
        of(SendRecords.RESULTS).forEach(records::result);
        of(SendRecords.OUTCOMES).forEach(records::outcome);
        of(SendRecords.REVIEWS).forEach(records::review);
        return new SendInvariants(limits, stops).check(ledger, records);
    }

    /** A whole life that is as it should be: granted at once, on the wire 10 ms later, answered after another 10. */
    Story sent(String id, String chat, long grant, long atMs) {
        return request(id, chat, "", atMs)
                .attempt(id, chat, grant, 1, atMs + 5)
                .call(id, chat, atMs + 10, atMs + 20, 200)
                .result(id, grant, "sent", atMs + 22)
                .outcome(id, "sent", 1, "sent", atMs + 30);
    }

    /** The beginning of one: requested, accepted, granted, and the call answered with this. */
    Story called(String id, String chat, long grant, long atMs, int status) {
        return request(id, chat, "", atMs)
                .attempt(id, chat, grant, 1, atMs + 5)
                .call(id, chat, atMs + 10, atMs + 20, status);
    }

    /** Requested and accepted. */
    Story request(String id, String chat, String more, long atMs) {
        return store(
                        SendRecords.REQUESTS,
                        SENDER,
                        "{\"request_id\":\"" + id + "\",\"sender\":\"" + SENDER
                                + "\",\"method\":\"sendMessage\",\"params\":"
                                + params(id, chat) + more + "}",
                        atMs)
                .outcome(id, "accepted", 0, "accepted", atMs + 3);
    }

    Story attempt(String id, String chat, long grant, int attempt, long atMs) {
        return attempt(id, chat, grant, attempt, 1, atMs);
    }

    Story attempt(String id, String chat, long grant, int attempt, int weight, long atMs) {
        return store(
                SendRecords.ATTEMPTS,
                SENDER,
                "{\"grant_id\":" + grant + ",\"epoch\":\"1-x\",\"request_id\":\"" + id + "\",\"sender\":\"" + SENDER
                        + "\",\"attempt\":" + attempt + ",\"method\":\"sendMessage\",\"params\":" + params(id, chat)
                        + ",\"weight\":" + weight + ",\"chat_id\":" + chat + "}",
                atMs);
    }

    Story call(String id, String chat, long headMs, long answeredMs, int status) {
        return call(id, chat, headMs, answeredMs, status, null);
    }

    Story flood(String id, String chat, long headMs, long answeredMs, String parameters) {
        return call(
                id,
                chat,
                headMs,
                answeredMs,
                429,
                "{\"ok\":false,\"error_code\":429,\"parameters\":" + parameters + "}");
    }

    private Story call(String id, String chat, long headMs, long answeredMs, int status, @Nullable String floodBody) {
        return call(id, chat, headMs, answeredMs, status, floodBody, params(id, chat));
    }

    /** A call with a body of its own. */
    Story call(
            String id, String chat, long headMs, long answeredMs, int status, @Nullable String floodBody, String body) {
        ledger.add(new LedgerCall(
                ledger.size() + 1,
                BOT,
                "sendMessage",
                "",
                (BEGIN_MS + headMs) * 1_000,
                headMs * 1_000_000,
                (BEGIN_MS + answeredMs) * 1_000,
                answeredMs * 1_000_000,
                status,
                null,
                null,
                null,
                chat.replace("\"", ""),
                Words.sha256(body),
                id,
                floodBody,
                0,
                0,
                0,
                null,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                null,
                false));
        return this;
    }

    Story result(String id, long grant, String resultClass, long atMs) {
        return store(
                SendRecords.RESULTS,
                SENDER,
                "{\"grant_id\":" + grant + ",\"request_id\":\"" + id + "\",\"sender\":\"" + SENDER
                        + "\",\"attempt\":1,\"class\":\"" + resultClass + "\"}",
                atMs);
    }

    Story returned(String id, long grant, long atMs) {
        return store(
                SendRecords.RESULTS,
                SENDER,
                "{\"type\":\"returned\",\"grant_id\":" + grant + ",\"sender\":\"" + SENDER + "\",\"request_id\":\"" + id
                        + "\",\"reason\":\"closing\",\"rest_ms\":0}",
                atMs);
    }

    Story outcome(String id, String state, int attempt, String reason, long atMs) {
        return store(
                SendRecords.OUTCOMES,
                SENDER + "/" + id,
                "{\"request_id\":\"" + id + "\",\"sender\":\"" + SENDER + "\",\"state\":\"" + state + "\",\"attempt\":"
                        + attempt + ",\"reason\":\"" + reason + "\"}",
                atMs);
    }

    Story review(String id, long atMs) {
        return store(SendRecords.REVIEWS, SENDER + "/" + id, "{\"attempts\":[{\"attempt\":1}]}", atMs);
    }

    Story closeReview(String id, long atMs) {
        return store(SendRecords.REVIEWS, SENDER + "/" + id, "", atMs);
    }

    Story resend(String id, int attempt, long atMs) {
        return store(
                SendRecords.COMMANDS,
                SENDER,
                "{\"command\":\"resolve\",\"sender\":\"" + SENDER + "\",\"request_id\":\"" + id + "\",\"attempt\":"
                        + attempt + ",\"decision\":\"resend\",\"by\":\"ann\"}",
                atMs);
    }

    Story cancel(String id, long atMs) {
        return store(
                SendRecords.COMMANDS,
                SENDER,
                "{\"command\":\"cancel\",\"sender\":\"" + SENDER + "\",\"request_id\":\"" + id + "\"}",
                atMs);
    }

    /** The gate refuses the record that was stored last in this topic. */
    Story refuse(String topic, long atMs) {
        StoredRecord last = of(topic).get(of(topic).size() - 1);
        of(SendRecords.DEAD_LETTERS)
                .add(record(
                        SendRecords.DEAD_LETTERS,
                        "",
                        "",
                        atMs,
                        Map.of(
                                "sluice_topic",
                                topic,
                                "sluice_partition",
                                "0",
                                "sluice_offset",
                                Long.toString(last.offset()))));
        return this;
    }

    static String expires(long atMs) {
        return ",\"expires_at\":\"" + java.time.Instant.ofEpochMilli(BEGIN_MS + atMs) + "\"";
    }

    static String params(String id, String chat) {
        return "{\"chat_id\":" + chat + ",\"text\":\"" + Marker.text(id) + "\"}";
    }

    private Story store(String topic, String key, String value, long atMs) {
        of(topic).add(record(topic, key, value, atMs, Map.of()));
        return this;
    }

    private StoredRecord record(String topic, String key, String value, long atMs, Map<String, String> headers) {
        return new StoredRecord(
                topic, 0, of(topic).size(), BEGIN_MS + atMs, key, value.getBytes(StandardCharsets.UTF_8), "", headers);
    }

    private List<StoredRecord> of(String topic) {
        return topics.computeIfAbsent(topic, t -> new ArrayList<>());
    }
}
