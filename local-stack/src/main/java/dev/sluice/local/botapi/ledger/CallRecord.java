package dev.sluice.local.botapi.ledger;

import dev.sluice.local.botapi.core.Fetch;
import dev.sluice.local.botapi.core.IdRanges;
import org.jspecify.annotations.Nullable;

/**
 * One call, as it is told by several threads one after the other. Never holds a token.
 *
 * <p>Guarded by itself.
 */
public final class CallRecord {

    private final long sequence;
    private final long headNanos;
    private final long botId;
    private final String method;
    private final String peer;
    private final Sent sent;
    private int offset;
    private int limit;
    private int timeoutSeconds;
    private Fetch.@Nullable Resolution resolution;
    private IdRanges returned = IdRanges.NONE;
    private IdRanges confirmed = IdRanges.NONE;
    private IdRanges deletedUnseen = IdRanges.NONE;
    private IdRanges dropped = IdRanges.NONE;
    private IdRanges expired = IdRanges.NONE;
    private @Nullable String fault;
    private @Nullable String floodBody;
    private int status;
    private long answeredNanos;
    private boolean closedByPeer;

    /**
     * @param headNanos monotonic time at which the request's head had been read
     * @param botId bot of the token, 0 when the token belongs to nobody
     * @param peer client address and port
     */
    CallRecord(long sequence, long headNanos, long botId, String method, String peer, Sent sent) {
        this.sequence = sequence;
        this.headNanos = headNanos;
        this.botId = botId;
        this.method = method;
        this.peer = peer;
        this.sent = sent;
    }

    /**
     * What the client sent, as text; null where it sent nothing.
     *
     * @param bodySha256 hash of the request body, for methods other than getUpdates
     * @param marker what a test has marked the body with, see {@link Marker}
     */
    public record Sent(
            @Nullable String offset,
            @Nullable String limit,
            @Nullable String timeout,
            @Nullable String chatId,
            @Nullable String bodySha256,
            @Nullable String marker) {}

    public synchronized void understood(int usedOffset, int usedLimit, int usedTimeoutSeconds) {
        offset = usedOffset;
        limit = usedLimit;
        timeoutSeconds = usedTimeoutSeconds;
    }

    public synchronized void fetched(Fetch fetch) {
        resolution = fetch.resolution();
        confirmed = confirmed.plus(fetch.confirmed());
        deletedUnseen = deletedUnseen.plus(fetch.deletedUnseen());
        dropped = dropped.plus(fetch.dropped());
        expired = expired.plus(fetch.expired());
    }

    public synchronized void returned(IdRanges ids) {
        returned = ids;
    }

    public synchronized void dropped(IdRanges ids) {
        dropped = dropped.plus(ids);
    }

    public synchronized void fault(String name) {
        fault = name;
    }

    /** The answer went to the socket, or the connection was cut in its place (status 0). */
    public synchronized void answered(int httpStatus, long nanos) {
        status = httpStatus;
        answeredNanos = nanos;
    }

    /** What a 429 said: it decides until when nothing may come. */
    public synchronized void flood(String body) {
        floodBody = body;
    }

    public synchronized void closedByPeer() {
        closedByPeer = true;
    }

    public long sequence() {
        return sequence;
    }

    public long botId() {
        return botId;
    }

    public String method() {
        return method;
    }

    /** One line of JSON. */
    synchronized void appendJson(StringBuilder json, SimulatedClock clock) {
        JsonLine line = new JsonLine(json);
        line.number("seq", sequence)
                .number("bot_id", botId)
                .text("method", method)
                .text("peer", peer)
                .number("received_us", clock.micros(headNanos))
                .number("received_nanos", headNanos);
        if (answeredNanos != 0) {
            line.number("answered_us", clock.micros(answeredNanos)).number("answered_nanos", answeredNanos);
        }
        line.number("status", status);
        line.textIfPresent("offset_sent", sent.offset)
                .textIfPresent("limit_sent", sent.limit)
                .textIfPresent("timeout_sent", sent.timeout)
                .textIfPresent("chat_id", sent.chatId)
                .textIfPresent("body_sha256", sent.bodySha256)
                .textIfPresent("marker", sent.marker)
                .textIfPresent("flood_body", floodBody);
        if (resolution != null) {
            line.number("offset", offset).number("limit", limit).number("timeout", timeoutSeconds);
            line.text("resolution", resolution.name());
        }
        line.ranges("returned", returned)
                .ranges("confirmed", confirmed)
                .ranges("deleted_unseen", deletedUnseen)
                .ranges("dropped", dropped)
                .ranges("expired", expired)
                .textIfPresent("fault", fault);
        if (closedByPeer) {
            line.raw("closed_by_peer", "true");
        }
        line.end();
    }
}
