package dev.sluice.outbound.wire;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Sender;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** The fields of one small record, each required. Every fault is an {@link InvalidRecordException} that names the field. */
record RecordFields(JsonNode object) {

    String text(String name) {
        JsonNode node = require(name);
        if (!node.isString()) {
            throw InvalidRecordException.invalid(name, "not a text");
        }
        return node.stringValue();
    }

    long integer(String name, long min) {
        JsonNode node = require(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < min) {
            throw InvalidRecordException.invalid(name, "not an integer from " + min);
        }
        return node.longValue();
    }

    Sender sender() {
        return Sender.parse(text("sender"));
    }

    /** Empty when the field is null; it is never left out. */
    OptionalLong optionalInteger(String name, long min) {
        return require(name).isNull() ? OptionalLong.empty() : OptionalLong.of(integer(name, min));
    }

    private JsonNode require(String name) {
        JsonNode node = object.get(name);
        if (node == null) {
            throw InvalidRecordException.missing(name);
        }
        return node;
    }
}
