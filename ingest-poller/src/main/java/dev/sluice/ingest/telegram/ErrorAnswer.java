package dev.sluice.ingest.telegram;

import dev.sluice.model.UpdateScanner;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * What an answer with an error status means. The status decides, whatever the body is: HTML, empty and cut short included
 * (A19); the JSON, if it is any, adds the description and the wait.
 */
final class ErrorAnswer {
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int MISDIRECTED = 421;
    private static final int TOO_MANY_REQUESTS = 429;

    /** A bot that was logged out of this server; exactly this text, without the usual prefix (TELEGRAM section 2). */
    private static final String LOGGED_OUT = "Logged out";

    /** Digits of the longest integer that surely fits a long. */
    private static final int MAX_DIGITS = 18;

    private final byte[] body;
    private final int length;
    private String description = "";
    private OptionalLong retryAfter = OptionalLong.empty();

    private ErrorAnswer(byte[] body, int length) {
        this.body = body;
        this.length = length;
    }

    /** Classifies a status outside 200-299; {@code length} bytes of the body are there, perhaps not all. */
    static PollResult.Failure classify(int status, byte[] body, int length) {
        ErrorAnswer answer = new ErrorAnswer(body, length);
        answer.read();
        return switch (status) {
            case CONFLICT -> new PollResult.Conflict(answer.detail());
            case UNAUTHORIZED, NOT_FOUND, MISDIRECTED -> new PollResult.Unauthorized(status);
            case TOO_MANY_REQUESTS -> new PollResult.Flood(answer.retryAfter);
            case BAD_REQUEST ->
                answer.description.equals(LOGGED_OUT)
                        ? new PollResult.Unauthorized(status)
                        : new PollResult.ServerError(status, answer.detail());
            default -> new PollResult.ServerError(status, answer.detail());
        };
    }

    private String detail() {
        return description.isEmpty() ? Detail.of(body, length) : Detail.of(description);
    }

    /** Takes what it can get; the rest of a broken body does not matter. */
    private void read() {
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), body, 0, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                if (name.equals("description") && value == JsonToken.VALUE_STRING) {
                    description = parser.getString();
                } else if (name.equals("parameters") && value == JsonToken.START_OBJECT) {
                    readParameters(parser);
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException e) {
            // not JSON, or not all of it: the status stands, with what was read so far
            return;
        }
    }

    private void readParameters(JsonParser parser) {
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("retry_after")) {
                retryAfter = seconds(parser, value);
            }
            parser.skipChildren();
        }
    }

    /** Structured integers only: no text, no fraction, nothing negative (R73, R86). */
    private static OptionalLong seconds(JsonParser parser, JsonToken value) {
        if (value != JsonToken.VALUE_NUMBER_INT || parser.getStringLength() > MAX_DIGITS) {
            return OptionalLong.empty();
        }
        long seconds = parser.getLongValue();
        return seconds >= 0 ? OptionalLong.of(seconds) : OptionalLong.empty();
    }
}
