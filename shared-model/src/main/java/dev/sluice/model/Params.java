package dev.sluice.model;

import dev.sluice.model.InvalidRecordException.Fault;
import java.util.Optional;

/**
 * The parameters of a send request: the approved content, sent as it is, byte for byte. Equal when the bytes are.
 */
public final class Params {

    private static final String CHAT_ID = "chat_id";

    private final RawJson json;
    private final Optional<ChatId> chatId;

    private Params(RawJson json, Optional<ChatId> chatId) {
        this.json = json;
        this.chatId = chatId;
    }

    /**
     * Takes parameters as they came.
     *
     * @throws InvalidRecordException of {@link Fault#INVALID_PARAMS} when they are not a JSON object, a key stands twice at
     *     its top (the Bot API takes the first, others the last), or {@code chat_id} is neither integer nor text
     */
    public static Params of(RawJson json) {
        try {
            Fields fields = Fields.of("params", json.bytes());
            if (fields.mentions(CHAT_ID) && !fields.has(CHAT_ID)) {
                throw InvalidRecordException.invalid(CHAT_ID, "neither integer nor text");
            }
            return new Params(json, fields.optionalChatId(CHAT_ID));
        } catch (InvalidRecordException e) {
            throw e.within(Fault.INVALID_PARAMS, "params");
        }
    }

    public static Params of(String json) {
        return of(RawJson.of(json));
    }

    public RawJson json() {
        return json;
    }

    /** The top-level {@code chat_id}; empty when the method names none. */
    public Optional<ChatId> chatId() {
        return chatId;
    }

    /** A text at the top, such as {@code text} or {@code caption}; empty when there is none, or it is no text. */
    public Optional<String> text(String name) {
        try {
            return Fields.of("params", json.bytes()).optionalText(name);
        } catch (InvalidRecordException e) {
            return Optional.empty();
        }
    }

    /**
     * The same parameters for a chat that has moved: only the literal of {@code chat_id} differs.
     *
     * @throws IllegalStateException when there is none
     */
    public Params withChatId(long newId) {
        if (chatId.isEmpty()) {
            throw new IllegalStateException("no chat_id to replace");
        }
        byte[] moved = Fields.of("params", json.bytes())
                .replace(CHAT_ID, ChatId.of(newId).json());
        return of(RawJson.trusted(moved));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Params params && json.equals(params.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return "Params[" + json.length() + " bytes]";
    }
}
