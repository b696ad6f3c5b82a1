package dev.sluice.outbound.contract;

import dev.sluice.model.Params;
import dev.sluice.model.UpdateScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Looks into parameters as the Bot API server does: a parameter that is a text may be JSON itself, and then counts as what it
 * holds. Where a text is no JSON after all, reading it ends there: what it means is the API's to say.
 */
final class ParamValues {

    /** Told of every text and number, at any depth, but for {@link #TEXTS}. */
    interface Visitor {
        /**
         * One value.
         *
         * @param name of the field that it stands in, be it in an array
         * @param top whether that is a parameter, and not a field further down
         * @param text the text, or the number as it is written
         */
        void value(String name, boolean top, String text);
    }

    /** What people write, or programs among themselves: it names no file and no chat, and is no JSON, whatever it looks like. */
    private static final Set<String> TEXTS = Set.of(
            "text",
            "caption",
            "message_text",
            "question",
            "explanation",
            "title",
            "description",
            "quote",
            "name",
            "callback_data",
            "payload",
            "query",
            "switch_inline_query",
            "switch_inline_query_current_chat");

    private ParamValues() {}

    /** Shows the parameters to the visitor. */
    static void visit(Params params, Visitor visitor) {
        try (JsonParser parser = parser(params.json().toBytes())) {
            parser.nextToken();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                visit(parser, name, true, visitor);
            }
        } catch (JacksonException e) {
            // well-formed by Params, but for texts that are none: the API will say so
            return;
        }
    }

    /** How many elements a parameter has; empty when it is missing or no array. */
    static OptionalInt length(Params params, String parameter) {
        OptionalInt length = OptionalInt.empty();
        try (JsonParser parser = parser(params.json().toBytes())) {
            parser.nextToken();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken token = parser.nextToken();
                if (name.equals(parameter)) {
                    length = token == JsonToken.VALUE_STRING ? lengthOf(parser.getString()) : elements(parser);
                }
                parser.skipChildren();
            }
            return length;
        } catch (JacksonException e) {
            return OptionalInt.empty();
        }
    }

    /** The value that the parser stands on, with all that it holds. */
    private static void visit(JsonParser parser, String field, boolean atTop, Visitor visitor) {
        // by hand, not by recursion: half a megabyte of brackets is well-formed too
        Deque<String> names = new ArrayDeque<>();
        String name = field;
        JsonToken token = parser.currentToken();
        while (true) {
            switch (token) {
                case START_OBJECT, START_ARRAY -> names.push(name);
                case END_OBJECT, END_ARRAY -> name = names.pop();
                case PROPERTY_NAME -> name = parser.currentName();
                case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                    if (!TEXTS.contains(name)) {
                        String text = parser.getString();
                        boolean top = atTop && names.isEmpty();
                        visitor.value(name, top, text);
                        if (top && isJson(text)) {
                            visitInner(text, field, visitor);
                        }
                    }
                }
                default -> {}
            }
            if (names.isEmpty()) {
                return;
            }
            token = parser.nextToken();
        }
    }

    private static void visitInner(String text, String field, Visitor visitor) {
        try (JsonParser inner = parser(text.getBytes(StandardCharsets.UTF_8))) {
            inner.nextToken();
            visit(inner, field, false, visitor);
        } catch (JacksonException e) {
            return;
        }
    }

    private static OptionalInt lengthOf(String text) {
        if (!isJson(text)) {
            return OptionalInt.empty();
        }
        try (JsonParser inner = parser(text.getBytes(StandardCharsets.UTF_8))) {
            inner.nextToken();
            return elements(inner);
        } catch (JacksonException e) {
            return OptionalInt.empty();
        }
    }

    private static OptionalInt elements(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return OptionalInt.empty();
        }
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parser.skipChildren();
            count++;
        }
        return OptionalInt.of(count);
    }

    private static boolean isJson(String text) {
        String start = text.stripLeading();
        return start.startsWith("[") || start.startsWith("{");
    }

    private static JsonParser parser(byte[] json) {
        return UpdateScanner.factory().createParser(ObjectReadContext.empty(), json);
    }
}
