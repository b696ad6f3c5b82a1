package dev.sluice.outbound.desk.web;

import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is posted to {@code /api/commands}: one command or an array, taken whole or not at all. Pure. */
final class CommandForm {
    static final int MAX_COMMANDS = 1_000;

    /** A command is an object of plain values. */
    private static final int MAX_NESTING = 10;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Set<String> ANY = Set.of("command", "sender", "by");
    private static final Map<String, Set<String>> FIELDS = Map.of(
            "cancel", Set.of("request_id"),
            "cancel_chat", Set.of("chat_id", "before"),
            "resolve", Set.of("request_id", "attempt", "decision", "note"),
            "pause", Set.of(),
            "resume", Set.of());

    private final String by;
    private final Function<JobKey, OptionalInt> openAttempt;

    /** A command, and the value that its record is to have. */
    record Filled(Command command, byte[] value) {}

    /**
     * @param by who gives the commands, whatever they say themselves
     * @param openAttempt the attempt that an open review is about
     */
    CommandForm(String by, Function<JobKey, OptionalInt> openAttempt) {
        this.by = by;
        this.openAttempt = openAttempt;
    }

    /**
     * Reads a body.
     *
     * @throws Refused (400) that names the command and the field at fault, or (409) when it decides about nothing
     */
    List<Filled> read(byte[] body) {
        JsonNode tree = tree(body);
        if (!tree.isArray()) {
            return List.of(command(tree, ""));
        }
        if (tree.isEmpty() || tree.size() > MAX_COMMANDS) {
            throw Refused.invalid("commands: wants 1 to " + MAX_COMMANDS + " of them");
        }
        List<Filled> commands = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            commands.add(command(tree.get(i), "[" + i + "]."));
        }
        return commands;
    }

    private static JsonNode tree(byte[] body) {
        try {
            JsonNode tree = MAPPER.readTree(body);
            if (tree != null && (tree.isObject() || tree.isArray())) {
                return tree;
            }
        } catch (JacksonException e) {
            throw Refused.invalid("body: not JSON, or a name stands twice in an object");
        }
        throw Refused.invalid("body: neither a command nor an array of commands");
    }

    private Filled command(JsonNode node, String at) {
        if (!(node instanceof ObjectNode object)) {
            throw Refused.invalid(at + "command: not a JSON object");
        }
        try {
            requireKnownFields(object, at);
            object.put("by", by);
            if (object.path("command").asString("").equals("resolve")
                    && object.path("attempt").isMissingNode()) {
                object.put("attempt", attemptOf(object, at));
            }
            Command command = CommandCodec.decode(MAPPER.writeValueAsBytes(object));
            byte[] value = CommandCodec.encode(command, by);
            if (value.length > SendRequest.MAX_BYTES) {
                throw Refused.invalid(at + "command: more than " + SendRequest.MAX_BYTES + " bytes");
            }
            return new Filled(command, value);
        } catch (InvalidRecordException e) {
            throw Refused.invalid(at + e.getMessage());
        }
    }

    /** What means nothing here may have been meant: a misspelt {@code before} would cancel more than was asked for. */
    private static void requireKnownFields(ObjectNode object, String at) {
        JsonNode name = object.path("command");
        Set<String> own = FIELDS.get(name.isString() ? name.stringValue() : "");
        if (own == null) {
            throw Refused.invalid(at + "command: none of cancel, cancel_chat, resolve, pause, resume");
        }
        object.propertyNames().forEach(field -> {
            if (!ANY.contains(field) && !own.contains(field)) {
                throw Refused.invalid(at + "command: has a field that is none of its own");
            }
        });
    }

    private int attemptOf(ObjectNode object, String at) {
        JsonNode sender = object.path("sender");
        JsonNode id = object.path("request_id");
        if (!sender.isString() || !id.isString()) {
            throw Refused.invalid(at + (sender.isString() ? "request_id" : "sender") + ": missing, or not a text");
        }
        return openAttempt
                .apply(new JobKey(Sender.parse(sender.stringValue()), id.stringValue()))
                .orElseThrow(() -> new Refused(
                        409, "no_open_review", at + "attempt: missing, and no review of this request is open"));
    }
}
