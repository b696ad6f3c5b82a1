package dev.sluice.model;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads from an update the few things that ingest needs, in one pass and without a tree. Values other than
 * {@code update_id} and the ids of {@link UpdateFacts} are skipped unread: whatever they hold, they cannot make an update
 * unusable (R24, R25).
 *
 * <p>Keys are compared as JSON means them: {@code update_id} with an escaped letter is {@code update_id}. Where a key that leads to an id
 * is doubled, its first usable occurrence counts. Stateless, for any thread.
 */
public final class UpdateScanner {

    private static final int NOT_INTEGER = -1;
    private static final int OUT_OF_RANGE = -2;

    /** {@link UpdateKey#MAX_UPDATE_ID} has ten digits, and JSON allows no leading zero. */
    private static final int MAX_UPDATE_ID_DIGITS = 10;

    /** The longest integer literal that fits a long, with its sign. */
    private static final int MAX_LONG_CHARS = 20;

    private UpdateScanner() {}

    /** The factory for parsers of Bot API responses and updates: see {@link Json#FACTORY} for its limits. */
    public static JsonFactory factory() {
        return Json.FACTORY;
    }

    /**
     * Reads one update. The parser stands on the first token of the element, and stands on its last token afterwards, so
     * that an array of updates is read in a loop.
     *
     * @throws JacksonException when the text is not JSON, or ends early
     */
    public static ScannedUpdate scan(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return ScannedUpdate.unusable(ScannedUpdate.NOT_AN_OBJECT, UpdateFacts.NONE);
        }
        @Nullable UpdateFacts facts = null;
        int updateId = 0;
        int seen = 0;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            if (name.equals("update_id")) {
                seen++;
                updateId = updateId(parser);
            } else if (facts == null) {
                facts = facts(name, parser);
            } else {
                parser.skipChildren();
            }
        }
        return result(seen, updateId, facts == null ? UpdateFacts.NONE : facts);
    }

    /**
     * The facts of one update that stands alone.
     *
     * @throws InvalidRecordException when it is not a JSON object
     */
    public static UpdateFacts factsOf(byte[] update) {
        try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), update)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                return scan(parser).facts();
            }
        } catch (JacksonException e) {
            throw Json.notJson("update", e);
        }
        throw InvalidRecordException.invalid("update", "not an object");
    }

    private static ScannedUpdate result(int seen, int updateId, UpdateFacts facts) {
        if (seen == 0) {
            return ScannedUpdate.unusable(ScannedUpdate.UPDATE_ID_MISSING, facts);
        }
        if (seen > 1) {
            return ScannedUpdate.unusable(ScannedUpdate.UPDATE_ID_TWICE, facts);
        }
        return switch (updateId) {
            case NOT_INTEGER -> ScannedUpdate.unusable(ScannedUpdate.UPDATE_ID_NOT_INTEGER, facts);
            case OUT_OF_RANGE -> ScannedUpdate.unusable(ScannedUpdate.UPDATE_ID_OUT_OF_RANGE, facts);
            default -> ScannedUpdate.of(updateId, facts);
        };
    }

    private static int updateId(JsonParser parser) {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            parser.skipChildren();
            return NOT_INTEGER;
        }
        // By its text, since the value hides the sign of -0; by its length first, since nothing limits a number's
        // digits.
        if (parser.getStringLength() > MAX_UPDATE_ID_DIGITS
                || parser.getStringCharacters()[parser.getStringOffset()] == '-') {
            return OUT_OF_RANGE;
        }
        long value = parser.getLongValue();
        return value <= UpdateKey.MAX_UPDATE_ID ? (int) value : OUT_OF_RANGE;
    }

    private static UpdateFacts facts(String kind, JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return UpdateFacts.ofKind(kind);
        }
        OptionalLong viaMessage = OptionalLong.empty();
        OptionalLong voterChat = OptionalLong.empty();
        OptionalLong from = OptionalLong.empty();
        OptionalLong user = OptionalLong.empty();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            switch (name) {
                case "chat" -> {
                    OptionalLong chat = idOf(parser);
                    if (chat.isPresent()) {
                        // nothing goes before it: the rest need not be looked at
                        skipToEndOfObject(parser);
                        return UpdateFacts.ofChat(kind, chat);
                    }
                }
                case "message" -> viaMessage = firstOf(viaMessage, chatIdOf(parser));
                case "voter_chat" -> voterChat = firstOf(voterChat, idOf(parser));
                case "from" -> from = firstOf(from, idOf(parser));
                case "user" -> user = firstOf(user, idOf(parser));
                default -> parser.skipChildren();
            }
        }
        OptionalLong chat = firstOf(viaMessage, voterChat);
        return chat.isPresent() ? UpdateFacts.ofChat(kind, chat) : UpdateFacts.ofUser(kind, firstOf(from, user));
    }

    /** The {@code chat.id} of the message the parser stands on. */
    private static OptionalLong chatIdOf(JsonParser parser) {
        OptionalLong chat = OptionalLong.empty();
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return chat;
        }
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            if (name.equals("chat")) {
                chat = firstOf(chat, idOf(parser));
            } else {
                parser.skipChildren();
            }
        }
        return chat;
    }

    /** The {@code id} of the object the parser stands on, when it is an integer literal that fits a long. */
    private static OptionalLong idOf(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return OptionalLong.empty();
        }
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("id") && value == JsonToken.VALUE_NUMBER_INT && fitsLong(parser)) {
                OptionalLong id = OptionalLong.of(parser.getLongValue());
                skipToEndOfObject(parser);
                return id;
            }
            parser.skipChildren();
        }
        return OptionalLong.empty();
    }

    private static boolean fitsLong(JsonParser parser) {
        // by length first: only then is the cost of looking at the number bounded
        return parser.getStringLength() <= MAX_LONG_CHARS
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    private static OptionalLong firstOf(OptionalLong first, OptionalLong second) {
        return first.isPresent() ? first : second;
    }

    /** From a value inside an object to the end of that object. */
    private static void skipToEndOfObject(JsonParser parser) {
        while (parser.nextName() != null) {
            parser.nextToken();
            parser.skipChildren();
        }
    }
}
