package dev.sluice.outbound.contract;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.RawJson;
import dev.sluice.model.UpdateScanner;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The Bot API's answer: one JSON object. Of a body that is anything else, or not whole, nothing is used: half a number is
 * another number.
 *
 * @param ok {@code ok} when it is true or false
 * @param errorCode {@code error_code} when it is an integer
 * @param description bounded and redacted
 * @param parameters {@code parameters} when it is an object of a sensible size
 * @param result {@code result} as it came, unless it is null
 */
record BotApiBody(
        Optional<Boolean> ok,
        OptionalLong errorCode,
        Optional<String> description,
        Optional<RawJson> parameters,
        Optional<RawJson> result) {

    /** Two integers, by the documentation. What is larger is not kept, and so not used either. */
    private static final int MAX_PARAMETERS_BYTES = 4 * 1024;

    /** Empty when the body is not exactly one JSON object. */
    static Optional<BotApiBody> parse(byte[] body) {
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            Builder fields = new Builder(body);
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                fields.read(name, parser);
            }
            boolean more = parser.nextToken() != null;
            return more ? Optional.empty() : Optional.of(fields.build());
        } catch (JacksonException | InvalidRecordException e) {
            return Optional.empty();
        }
    }

    private static final class Builder {
        private final byte[] json;
        private Optional<Boolean> ok = Optional.empty();
        private OptionalLong errorCode = OptionalLong.empty();
        private Optional<String> description = Optional.empty();
        private Optional<RawJson> parameters = Optional.empty();
        private Optional<RawJson> result = Optional.empty();

        Builder(byte[] json) {
            this.json = json;
        }

        /** The parser stands on the field's value, and on its last token afterwards. */
        void read(String name, JsonParser parser) {
            JsonToken token = parser.currentToken();
            switch (name) {
                case "ok" -> ok = token.isBoolean() ? Optional.of(token == JsonToken.VALUE_TRUE) : Optional.empty();
                case "error_code" -> errorCode = SafeIntegers.of(parser);
                case "description" ->
                    description = token == JsonToken.VALUE_STRING
                            ? Optional.of(ErrorText.of(parser.getString()))
                            : Optional.empty();
                case "parameters" ->
                    parameters = Optional.of(raw(parser))
                            .filter(some -> token == JsonToken.START_OBJECT && some.length() <= MAX_PARAMETERS_BYTES);
                case "result" -> result = token == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(raw(parser));
                default -> {}
            }
            parser.skipChildren();
        }

        BotApiBody build() {
            return new BotApiBody(ok, errorCode, description, parameters, result);
        }

        private RawJson raw(JsonParser parser) {
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            int end = (int) parser.currentLocation().getByteOffset();
            return RawJson.of(Arrays.copyOfRange(json, start, end));
        }
    }
}
