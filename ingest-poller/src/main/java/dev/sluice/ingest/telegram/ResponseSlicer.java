package dev.sluice.ingest.telegram;

import dev.sluice.model.ScannedUpdate;
import dev.sluice.model.UpdateScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Finds the elements of {@code result} in the body of an answer to getUpdates, in one pass over its bytes and without
 * copying them. The whole body must be well-formed JSON, or nothing of it is taken; what is inside an element does not
 * matter (R24, R25, A10, A12).
 */
final class ResponseSlicer {
    private final byte[] body;
    private final int length;
    private final List<SlicedUpdate> updates = new ArrayList<>();
    private final List<RejectedElement> rejected = new ArrayList<>();
    private @Nullable Boolean ok;
    private boolean resultSeen;
    private String description = "";

    private ResponseSlicer(byte[] body, int length) {
        this.body = body;
        this.length = length;
    }

    /** What the body says: {@code batch} when {@code ok}, else {@code description}. */
    record Answer(boolean ok, UpdateBatch batch, String description) {}

    /**
     * Slices the first {@code length} bytes.
     *
     * @throws UnreadableException when they are no JSON object with {@code ok}, or {@code ok} comes without a result array
     */
    static Answer slice(byte[] body, int length) throws UnreadableException {
        return new ResponseSlicer(body, length).slice();
    }

    private Answer slice() throws UnreadableException {
        if (length == 0) {
            throw new UnreadableException("an empty body");
        }
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), body, 0, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnreadableException("no JSON object: " + Detail.of(body, length));
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "ok" -> ok = value == JsonToken.VALUE_TRUE;
                    case "result" -> result(parser);
                    case "description" -> description = value == JsonToken.VALUE_STRING ? parser.getString() : "";
                    default -> {}
                }
                parser.skipChildren();
            }
            if (parser.nextToken() != null) {
                throw new UnreadableException("more than one JSON value");
            }
        } catch (JacksonException e) {
            throw notJson(e);
        }
        return answer();
    }

    private Answer answer() throws UnreadableException {
        if (ok == null) {
            throw new UnreadableException("an object without ok");
        }
        if (ok && !resultSeen) {
            throw new UnreadableException("ok without a result array");
        }
        return new Answer(ok, new UpdateBatch(body, updates, rejected), description);
    }

    private void result(JsonParser parser) throws UnreadableException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return;
        }
        if (resultSeen) {
            throw new UnreadableException("result comes twice");
        }
        resultSeen = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            int start = offset(parser.currentTokenLocation().getByteOffset());
            ScannedUpdate element = UpdateScanner.scan(parser);
            // text is read lazily: its end is known only after this
            parser.finishToken();
            int end = offset(parser.currentLocation().getByteOffset());
            if (element.updateId().isPresent()) {
                updates.add(new SlicedUpdate(element.updateId().getAsInt(), start, end - start, element.facts()));
            } else {
                rejected.add(new RejectedElement(
                        start, end - start, element.unusable().orElseThrow()));
            }
        }
    }

    /** Bytes have no offsets when the parser took them for UTF-16 or UTF-32, which JSON on the wire never is. */
    private static int offset(long byteOffset) throws UnreadableException {
        if (byteOffset < 0) {
            throw new UnreadableException("not UTF-8");
        }
        return (int) byteOffset;
    }

    /** Where, not what: the parser's message quotes the text around it, and that may be somebody's message. */
    private UnreadableException notJson(JacksonException e) {
        if (body[0] != '{') {
            return new UnreadableException("no JSON: " + Detail.of(body, length));
        }
        long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
        return new UnreadableException("no JSON at byte " + at + " of " + length);
    }
}
