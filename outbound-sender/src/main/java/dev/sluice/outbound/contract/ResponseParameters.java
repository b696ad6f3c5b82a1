package dev.sluice.outbound.contract;

import dev.sluice.model.RawJson;
import dev.sluice.model.SendError;
import dev.sluice.model.UpdateScanner;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The Bot API's {@code ResponseParameters}, from an answer or from the {@link SendError} of a stored result. Only these fields
 * say how long to wait or where a chat went: never the description, never a header (R73, R85, R86).
 */
public final class ResponseParameters {

    private ResponseParameters() {}

    /** {@code retry_after} in seconds, 0 or more; empty when it is missing or unusable, which is no wait of zero (R87). */
    public static OptionalLong retryAfterSeconds(RawJson parameters) {
        OptionalLong seconds = integer(parameters, "retry_after");
        return seconds.isPresent() && seconds.getAsLong() >= 0 ? seconds : OptionalLong.empty();
    }

    /** {@code retry_after} of a stored error. */
    public static OptionalLong retryAfterSeconds(SendError.Telegram error) {
        return error.parameters().map(ResponseParameters::retryAfterSeconds).orElse(OptionalLong.empty());
    }

    /** {@code migrate_to_chat_id}: the id of the supergroup that the group has become. Ids have at most 52 bits. */
    public static OptionalLong migrateToChatId(RawJson parameters) {
        OptionalLong id = integer(parameters, "migrate_to_chat_id");
        return id.isPresent() && id.getAsLong() != 0 ? id : OptionalLong.empty();
    }

    /** {@code migrate_to_chat_id} of a stored error. */
    public static OptionalLong migrateToChatId(SendError.Telegram error) {
        return error.parameters().map(ResponseParameters::migrateToChatId).orElse(OptionalLong.empty());
    }

    private static OptionalLong integer(RawJson object, String field) {
        OptionalLong found = OptionalLong.empty();
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), object.toBytes())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return OptionalLong.empty();
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                if (name.equals(field)) {
                    found = SafeIntegers.of(parser);
                }
                parser.skipChildren();
            }
        } catch (JacksonException e) {
            // raw JSON is well-formed; its texts may still hold bytes that are no text
            return OptionalLong.empty();
        }
        return found;
    }
}
