package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendResult;
import dev.sluice.model.ChatId;
import dev.sluice.model.Outcome;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * For programs: one JSON object per line, of the types ready, update, send, event, answers, summary. The very last line is the plain
 * summary that every form of {@code sluice local} ends with.
 */
final class JsonDisplay implements Display {
    private static final JsonFactory JSON = new JsonFactory();

    private final PrintStream out;

    JsonDisplay(PrintStream out) {
        this.out = out;
    }

    @Override
    public void ready(Places places) {
        print("ready", json -> {
            json.writeStringProperty("api", places.api());
            json.writeStringProperty("kafka", places.kafka());
            json.writeStringProperty("management", places.management());
            json.writeStringProperty("sender", places.sender());
            json.writeStringProperty("logs", places.logs());
        });
    }

    @Override
    public void stored(StoredUpdate u) {
        print("update", json -> {
            json.writeStringProperty("at", u.seenAt().toString());
            json.writeNumberProperty("bot_id", u.botId());
            json.writeNumberProperty("update_id", u.updateId());
            json.writeStringProperty("kind", u.kind());
            number(json, "chat_id", u.chatId());
            json.writeNumberProperty("partition", u.partition());
            json.writeNumberProperty("offset", u.offset());
            number(json, "delay_ms", u.delayMs());
        });
    }

    @Override
    public void sent(SendResult r) {
        print("send", json -> {
            Outcome o = r.outcome();
            json.writeStringProperty("at", r.at().toString());
            json.writeStringProperty("sender", o.sender().text());
            json.writeStringProperty("request_id", o.requestId());
            json.writeStringProperty("state", o.state().word());
            json.writeStringProperty("reason", o.reason().word());
            json.writeStringProperty("method", o.method());
            chat(json, o.chatId());
            json.writeNumberProperty("attempt", o.attempt());
            number(json, "wait_ms", r.waitMs());
            json.writeStringProperty("gate", r.gate().word());
        });
    }

    @Override
    public void notice(Notice n) {
        print("event", json -> {
            json.writeStringProperty("at", n.at().toString());
            number(json, "bot_id", n.botId());
            json.writeStringProperty("event", n.type());
            json.writeStringProperty("detail", n.detail());
        });
    }

    @Override
    public void picture(Picture picture) {
        // what changed was printed when it happened
    }

    @Override
    public void answers(AnswerCount c) {
        print("answers", json -> {
            json.writeNumberProperty("updates", c.updates());
            json.writeNumberProperty("once", c.once());
            json.writeNumberProperty("twice", c.twice());
            json.writeNumberProperty("missing", c.missing());
            json.writeNumberProperty("nobody", c.nobody());
            json.writeNumberProperty("floods", c.floods());
            json.writeNumberProperty("early", c.early());
        });
    }

    @Override
    public void summary(Summary s) {
        print("summary", json -> {
            json.writeNumberProperty("generated", s.generated());
            json.writeNumberProperty("stored", s.stored());
            json.writeNumberProperty("duplicated", s.duplicated());
            json.writeNumberProperty("lost", s.lost());
            json.writeNumberProperty("partial", s.partial());
            json.writeNumberProperty("delay_p50_ms", s.delayP50Ms());
            json.writeNumberProperty("delay_p99_ms", s.delayP99Ms());
            json.writeNumberProperty("requests", s.requests());
            json.writeNumberProperty("sent", s.sent());
            json.writeNumberProperty("unknown", s.unknown());
            json.writeNumberProperty("floods", s.floods());
        });
        out.println(s.line());
    }

    @Override
    public void close() {
        out.flush();
    }

    private void print(String type, Consumer<JsonGenerator> fields) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            json.writeStringProperty("type", type);
            fields.accept(json);
            json.writeEndObject();
        }
        out.println(line);
    }

    /** As the request wrote it: a number or a text. */
    private static void chat(JsonGenerator json, Optional<ChatId> id) {
        if (id.isEmpty()) {
            json.writeNullProperty("chat_id");
        } else if (id.get().quoted()) {
            json.writeStringProperty("chat_id", id.get().text());
        } else {
            json.writeName("chat_id");
            json.writeNumber(id.get().text());
        }
    }

    private static void number(JsonGenerator json, String name, OptionalLong value) {
        if (value.isPresent()) {
            json.writeNumberProperty(name, value.getAsLong());
        } else {
            json.writeNullProperty(name);
        }
    }
}
