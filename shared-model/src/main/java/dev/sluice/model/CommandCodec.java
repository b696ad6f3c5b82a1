package dev.sluice.model;

import dev.sluice.model.Command.Cancel;
import dev.sluice.model.Command.CancelChat;
import dev.sluice.model.Command.Decision;
import dev.sluice.model.Command.Pause;
import dev.sluice.model.Command.Resolve;
import dev.sluice.model.Command.Resume;
import java.util.Optional;

/**
 * A {@link Command} as JSON: {@code {"command","sender"}} and then the fields of that command.
 *
 * <pre>
 * cancel        request_id
 * cancel_chat   chat_id, before
 * resolve       request_id, attempt, decision, by, note
 * pause, resume
 * </pre>
 */
public final class CommandCodec {

    private CommandCodec() {}

    /** The word for a command, such as {@code cancel_chat}. */
    public static String name(Command command) {
        if (command instanceof Cancel) {
            return "cancel";
        } else if (command instanceof CancelChat) {
            return "cancel_chat";
        } else if (command instanceof Resolve) {
            return "resolve";
        } else if (command instanceof Pause) {
            return "pause";
        } else {
            return "resume";
        }
    }

    public static byte[] encode(Command command) {
        return encode(command, Optional.empty());
    }

    /**
     * The same, with who gives the command beside the fields of those that have no {@code by} of their own. Nobody acts on it;
     * it is for whoever reads the topic later.
     */
    public static byte[] encode(Command command, String by) {
        return encode(command, Optional.of(by));
    }

    private static byte[] encode(Command command, Optional<String> by) {
        return ObjectWriter.object(json -> {
            json.text("command", name(command));
            json.text("sender", command.sender().text());
            if (command instanceof Cancel cancel) {
                json.text("request_id", cancel.requestId());
            } else if (command instanceof CancelChat cancel) {
                json.raw("chat_id", cancel.chatId().json());
                json.time("before", cancel.before());
            } else if (command instanceof Resolve resolve) {
                json.text("request_id", resolve.requestId());
                json.number("attempt", resolve.attempt());
                json.text("decision", resolve.decision().word());
                json.text("by", resolve.by());
                json.text("note", resolve.note());
            }
            if (!(command instanceof Resolve) && by.isPresent()) {
                json.text("by", by);
            }
        });
    }

    /**
     * Reads a command.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot, or there is no such command
     */
    public static Command decode(byte[] value) {
        Fields fields = Fields.of("command", value);
        String command = fields.text("command");
        Sender sender = fields.sender();
        return switch (command) {
            case "cancel" -> new Cancel(sender, fields.text("request_id"));
            case "cancel_chat" -> new CancelChat(sender, fields.chatId("chat_id"), fields.optionalTime("before"));
            case "resolve" ->
                new Resolve(
                        sender,
                        fields.text("request_id"),
                        fields.smallInteger("attempt", 0),
                        fields.word("decision", Decision.values()),
                        fields.text("by"),
                        fields.optionalText("note"));
            case "pause" -> new Pause(sender);
            case "resume" -> new Resume(sender);
            default ->
                throw InvalidRecordException.invalid("command", "none of cancel, cancel_chat, resolve, pause, resume");
        };
    }
}
