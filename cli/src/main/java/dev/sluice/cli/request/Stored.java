package dev.sluice.cli.request;

import dev.sluice.cli.JsonLines;
import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.JobKey;
import dev.sluice.model.RecordPlace;
import java.nio.charset.StandardCharsets;

/** The answer to what was written: what it is about, and where it stands. Pure. */
final class Stored {
    private Stored() {}

    static String text(JobKey job, RecordPlace place) {
        return job + " stored at " + place;
    }

    static String json(JobKey job, RecordPlace place) {
        return JsonLines.object(json -> {
            json.writeStringProperty("stored", place.text());
            json.writeStringProperty("sender", job.sender().text());
            json.writeStringProperty("request_id", job.requestId());
        });
    }

    static String text(Command command, RecordPlace place) {
        return CommandCodec.name(command) + " of " + subject(command) + " stored at " + place;
    }

    static String json(Command command, RecordPlace place) {
        String value = new String(CommandCodec.encode(command), StandardCharsets.UTF_8);
        return JsonLines.object(json -> {
            json.writeStringProperty("stored", place.text());
            json.writeName("command").writeRawValue(value);
        });
    }

    /** What the command is about: a job, a chat of a sender, or a sender. */
    static String subject(Command command) {
        if (command instanceof Command.Cancel cancel) {
            return new JobKey(cancel.sender(), cancel.requestId()).text();
        }
        if (command instanceof Command.Resolve resolve) {
            return new JobKey(resolve.sender(), resolve.requestId()).text();
        }
        if (command instanceof Command.CancelChat cancel) {
            return cancel.sender() + " chat " + cancel.chatId().text();
        }
        return command.sender().text();
    }
}
