package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.SenderWriter;
import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Topics;

/** Writes a command to {@code outbound.commands}, and prints that it stands there. */
final class CommandWriter {
    private final Console console;
    private final JsonOption json;

    CommandWriter(Console console, JsonOption json) {
        this.console = console;
        this.json = json;
    }

    void write(Cluster cluster, Command command) {
        byte[] value = CommandCodec.encode(command);
        if (value.length > SendRequest.MAX_BYTES) {
            throw Arguments.refused("command", "more than " + SendRequest.MAX_BYTES + " bytes; wants a shorter --note");
        }
        try (SenderWriter writer = new SenderWriter(cluster)) {
            RecordPlace place = writer.write(Stored.subject(command), Topics.COMMANDS, command.sender(), value);
            console.out().println(json.isOn() ? Stored.json(command, place) : Stored.text(command, place));
        }
    }
}
