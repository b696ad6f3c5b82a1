package dev.sluice.outbound.wire;

import dev.sluice.model.AttemptResultCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.RawJson;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A {@link GateRecord} as JSON. A result is as {@link AttemptResultCodec} writes it; the others are objects whose first
 * field is {@code type}:
 *
 * <pre>
 * {"type":"opened","epoch","taken"}
 * {"type":"beat","epoch","taken","oldest","capacity"}
 * {"type":"sending","grant_id","sender","request_id","ms_since_sent"}
 * {"type":"returned","grant_id","sender","request_id","reason","rest_ms"}
 * {"type":"credentials","sender","epoch"}
 * {"type":"barrier","nonce"}
 * </pre>
 */
public final class GateRecordCodec {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private GateRecordCodec() {}

    public static byte[] encode(GateRecord gateRecord) {
        if (gateRecord instanceof GateRecord.Result result) {
            return AttemptResultCodec.encode(result.result());
        }
        ObjectNode json = MAPPER.createObjectNode();
        if (gateRecord instanceof GateRecord.Opened opened) {
            json.put("type", "opened").put("epoch", opened.epoch());
            number(json, "taken", opened.taken());
        } else if (gateRecord instanceof GateRecord.Beat beat) {
            json.put("type", "beat").put("epoch", beat.epoch());
            number(json, "taken", beat.taken());
            number(json, "oldest", beat.oldest());
            json.put("capacity", beat.capacity());
        } else if (gateRecord instanceof GateRecord.Sending sending) {
            json.put("type", "sending")
                    .put("grant_id", sending.grantId())
                    .put("sender", sending.sender().text())
                    .put("request_id", sending.requestId())
                    .put("ms_since_sent", sending.msSinceSent());
        } else if (gateRecord instanceof GateRecord.Returned returned) {
            json.put("type", "returned")
                    .put("grant_id", returned.grantId())
                    .put("sender", returned.sender().text())
                    .put("request_id", returned.requestId())
                    .put("reason", returned.reason().word())
                    .put("rest_ms", returned.restMs());
        } else if (gateRecord instanceof GateRecord.Credentials credentials) {
            json.put("type", "credentials")
                    .put("sender", credentials.sender().text())
                    .put("epoch", credentials.epoch());
        } else if (gateRecord instanceof GateRecord.Barrier barrier) {
            json.put("type", "barrier").put("nonce", barrier.nonce());
        }
        return MAPPER.writeValueAsBytes(json);
    }

    /**
     * Reads one.
     *
     * @throws InvalidRecordException when it is no kind that is known here, or a field is missing or holds what it cannot
     */
    public static GateRecord decode(byte[] value) {
        if (!isTyped(value)) {
            return new GateRecord.Result(AttemptResultCodec.decode(value));
        }
        RecordFields fields = fieldsOf(value);
        String type = fields.text("type");
        return switch (type) {
            case "opened" -> new GateRecord.Opened(fields.text("epoch"), fields.optionalInteger("taken", -1));
            case "beat" ->
                new GateRecord.Beat(
                        fields.text("epoch"),
                        fields.optionalInteger("taken", -1),
                        fields.optionalInteger("oldest", 0),
                        (int) Math.min(Integer.MAX_VALUE, fields.integer("capacity", 0)));
            case "credentials" -> new GateRecord.Credentials(fields.sender(), fields.text("epoch"));
            case "barrier" -> new GateRecord.Barrier(fields.text("nonce"));
            case "sending" ->
                new GateRecord.Sending(
                        fields.integer("grant_id", 0),
                        fields.sender(),
                        fields.text("request_id"),
                        fields.integer("ms_since_sent", 0));
            case "returned" ->
                new GateRecord.Returned(
                        fields.integer("grant_id", 0),
                        fields.sender(),
                        fields.text("request_id"),
                        ReturnReason.parse("reason", fields.text("reason")),
                        fields.integer("rest_ms", 0));
            default ->
                throw InvalidRecordException.invalid(
                        "type", "none of opened, beat, sending, returned, credentials, barrier");
        };
    }

    private static void number(ObjectNode json, String name, OptionalLong value) {
        value.ifPresentOrElse(number -> json.put(name, number), () -> json.putNull(name));
    }

    /** By the first field alone: a result may be large, and is not read twice. */
    private static boolean isTyped(byte[] value) {
        try (JsonParser parser = MAPPER.tokenStreamFactory().createParser(ObjectReadContext.empty(), value)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && parser.nextToken() == JsonToken.PROPERTY_NAME
                    && "type".equals(parser.currentName());
        } catch (JacksonException notJson) {
            return false;
        }
    }

    private static RecordFields fieldsOf(byte[] value) {
        // says what is wrong with bytes that are not one JSON value, in the model's way
        RawJson checked = RawJson.of(value);
        JsonNode tree;
        try {
            tree = MAPPER.readTree(checked.toBytes());
        } catch (JacksonException e) {
            throw InvalidRecordException.invalid("record", "not readable as a record of the gate");
        }
        return new RecordFields(tree);
    }
}
