package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/** The exact shapes of answers (Query.h JsonQueryOk and JsonQueryError, TELEGRAM.md 3). */
public final class Answers {

    /** A webhook is set, or is being set or deleted (TELEGRAM.md 2). */
    public static final String WEBHOOK_ACTIVE = "Conflict: can't use getUpdates method while webhook is active;"
            + " use deleteWebhook to delete the webhook first";

    public static final String OTHER_POLL =
            "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";

    static final String SET_WEBHOOK = "Conflict: terminated by setWebhook request";
    static final String OTHER_SET_WEBHOOK = "Conflict: terminated by other setWebhook";

    /** The answer is cut before the sum of (50 + length) reaches this (Client.cpp:16301). */
    static final int CUT_BYTES = 1 << 22;

    private static final byte[] OPEN = "{\"ok\":true,\"result\":[".getBytes(US_ASCII);
    private static final byte[] CLOSE = "]}".getBytes(US_ASCII);
    private static final byte[] EMPTY = "{\"ok\":true,\"result\":[]}".getBytes(US_ASCII);

    private Answers() {}

    /** {@code {"ok":true,"result":…}} with the result given as JSON text. */
    public static Answer ok(String resultJson) {
        return new Answer(200, ("{\"ok\":true,\"result\":" + resultJson + "}").getBytes(UTF_8), 0);
    }

    static Answer done(String description) {
        return new Answer(
                200, ("{\"ok\":true,\"result\":true,\"description\":\"" + description + "\"}").getBytes(UTF_8), 0);
    }

    /** An error without parameters; the HTTP status is its code. */
    public static Answer error(int code, String description) {
        return new Answer(code, errorJson(code, description, ""), 0);
    }

    /** A 429 as the server always sends it: with N in the text, in the parameters and in the header. */
    public static Answer retryAfter(int seconds) {
        byte[] body = errorJson(
                429, "Too Many Requests: retry after " + seconds, ",\"parameters\":{\"retry_after\":" + seconds + "}");
        return new Answer(429, body, seconds);
    }

    private static byte[] errorJson(int code, String description, String more) {
        return ("{\"ok\":false,\"error_code\":" + code + ",\"description\":" + JsonText.quoted(description) + more
                        + "}")
                .getBytes(UTF_8);
    }

    /** How many of the updates fit into one answer. */
    static int countThatFits(List<QueuedUpdate> updates) {
        int left = CUT_BYTES;
        for (int n = 0; n < updates.size(); n++) {
            left -= 50 + updates.get(n).bytes().length();
            if (left <= 0) {
                return n;
            }
        }
        return updates.size();
    }

    /** A getUpdates answer with the first {@code count} updates, copied once. */
    static Answer updates(List<QueuedUpdate> updates, int count) {
        if (count == 0) {
            return new Answer(200, EMPTY, 0);
        }
        int room = OPEN.length + CLOSE.length;
        for (int n = 0; n < count; n++) {
            room += updates.get(n).bytes().roomNeeded() + 2;
        }
        byte[] body = new byte[room];
        System.arraycopy(OPEN, 0, body, 0, OPEN.length);
        int at = OPEN.length;
        for (int n = 0; n < count; n++) {
            if (n > 0) {
                body[at++] = ',';
                body[at++] = '\n';
            }
            at = updates.get(n).bytes().writeTo(body, at, updates.get(n).id());
        }
        System.arraycopy(CLOSE, 0, body, at, CLOSE.length);
        at += CLOSE.length;
        return new Answer(200, at == body.length ? body : Arrays.copyOf(body, at), 0);
    }
}
