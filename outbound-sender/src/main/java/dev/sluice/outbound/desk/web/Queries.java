package dev.sluice.outbound.desk.web;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.Sender;
import dev.sluice.outbound.desk.board.Cursor;
import dev.sluice.outbound.desk.board.OutcomeFilter;
import dev.sluice.outbound.desk.board.ReviewFilter;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** What stands behind the question mark, or in the path of a review. A parameter that is empty counts as absent. */
final class Queries {
    static final String REVIEWS = "/api/reviews/";

    private static final int MAX_LIMIT = 1_000;
    private static final int DEFAULT_LIMIT = 100;

    private Queries() {}

    static ReviewFilter reviews(Context context) {
        return new ReviewFilter(
                sender(context),
                find(context, "state").map(Queries::openState),
                find(context, "chat"),
                find(context, "q"));
    }

    static Optional<Cursor> after(Context context) {
        return find(context, "after").map(Cursor::parse);
    }

    static OutcomeFilter outcomes(Context context) {
        return new OutcomeFilter(find(context, "request_id"), find(context, "chat"), sender(context));
    }

    static int limit(Context context) {
        return find(context, "limit").map(Queries::limitOf).orElse(DEFAULT_LIMIT);
    }

    /** Of the path as it was sent: a request id may hold slashes and per cent signs. */
    static JobKey keyInPath(Context context) {
        String rest = context.req().getRequestURI().substring(REVIEWS.length());
        int slash = rest.indexOf('/');
        if (slash < 0) {
            throw Refused.notFound("no such review");
        }
        return key(decoded(rest.substring(0, slash)), decoded(rest.substring(slash + 1)));
    }

    /** For ids that no path can hold, such as {@code ..}, which browsers resolve. */
    static JobKey keyInQuery(Context context) {
        return key(
                find(context, "sender").orElseThrow(() -> InvalidRecordException.missing("sender")),
                find(context, "request_id").orElseThrow(() -> InvalidRecordException.missing("request_id")));
    }

    private static JobKey key(String sender, String requestId) {
        return new JobKey(Sender.parse(sender), requestId);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refused.invalid("path: is not percent-encoded as it should be");
        }
    }

    private static Optional<Sender> sender(Context context) {
        return find(context, "sender").map(Sender::parse);
    }

    private static Outcome.State openState(String word) {
        return Arrays.stream(new Outcome.State[] {Outcome.State.HELD, Outcome.State.UNKNOWN})
                .filter(state -> state.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Refused.invalid("state: neither held nor unknown"));
    }

    private static int limitOf(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MAX_LIMIT) {
                return limit;
            }
        } catch (NumberFormatException e) {
            throw Refused.invalid("limit: not 1 to " + MAX_LIMIT);
        }
        throw Refused.invalid("limit: not 1 to " + MAX_LIMIT);
    }

    private static Optional<String> find(Context context, String name) {
        return Optional.ofNullable(context.queryParam(name)).filter(text -> !text.isEmpty());
    }
}
