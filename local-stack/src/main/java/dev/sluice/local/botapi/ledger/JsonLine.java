package dev.sluice.local.botapi.ledger;

import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.local.botapi.core.JsonText;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object and a line feed, without a tree in between: ledgers have millions of lines. */
final class JsonLine {

    private final StringBuilder json;
    private boolean empty = true;

    JsonLine(StringBuilder json) {
        this.json = json.append('{');
    }

    JsonLine number(String name, long value) {
        key(name);
        json.append(value);
        return this;
    }

    JsonLine text(String name, String value) {
        key(name);
        json.append(JsonText.quoted(value));
        return this;
    }

    JsonLine textIfPresent(String name, @Nullable String value) {
        return value == null ? this : text(name, value);
    }

    /** Left out when there are none. */
    JsonLine ranges(String name, IdRanges ranges) {
        return ranges.isEmpty() ? this : raw(name, ranges.toJson());
    }

    JsonLine raw(String name, String value) {
        key(name);
        json.append(value);
        return this;
    }

    void end() {
        json.append("}\n");
    }

    private void key(String name) {
        if (!empty) {
            json.append(',');
        }
        empty = false;
        json.append('"').append(name).append("\":");
    }
}
