package dev.sluice.local.botapi.control;

import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.core.LenientIntegers;
import dev.sluice.local.botapi.core.Pushed;
import dev.sluice.local.botapi.core.UpdateBytes;
import dev.sluice.local.botapi.engine.BotEntry;
import dev.sluice.local.botapi.engine.Engine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** Control calls about single bots, and about which bots there are. */
final class BotRoutes {

    private static final long NANOS_PER_MS = 1_000_000L;

    private final Engine engine;

    BotRoutes(Engine engine) {
        this.engine = engine;
    }

    void addTo(Routes routes) {
        routes.on("POST /bots", this::register)
                .on("DELETE /bots/*/token", this::revoke)
                .on("POST /bots/*/push", this::push)
                .on("POST /bots/*/sequence", this::sequence)
                .on("POST /bots/*/webhook", this::webhook)
                .on("POST /bots/*/restart", this::restart);
    }

    private void register(ControlCall call) throws IOException {
        JsonNode body = call.json();
        int registered = 0;
        for (JsonNode bot : body.path("bots")) {
            long id = bot.path("bot_id").asLong();
            engine.register(id, bot.path("token").asString(SimulatedTokens.tokenOf(id)));
            registered++;
        }
        long first = body.path("first_id").asLong(0);
        for (int n = 0; n < body.path("count").asInt(0); n++) {
            engine.register(first + n, SimulatedTokens.tokenOf(first + n));
            registered++;
        }
        call.ok(Map.of("registered", registered));
    }

    private void revoke(ControlCall call) throws IOException {
        engine.revoke(call.id());
        call.ok(Map.of());
    }

    private void push(ControlCall call) throws IOException {
        byte[] body = call.body();
        boolean fragment = call.query().text("form").equals("fragment");
        UpdateBytes bytes = fragment ? UpdateBytes.fragment(body) : UpdateBytes.element(body);
        String date = call.query().text("date");
        int copies = LenientIntegers.argument(call.query().get("copies"), 1, 1, Integer.MAX_VALUE);
        BotEntry entry = bot(call.id());
        List<Object> results = new ArrayList<>();
        for (int n = 0; n < copies; n++) {
            Pushed pushed = engine.push(
                    entry,
                    call.query().text("kind"),
                    bytes,
                    date.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(date)));
            results.add(Map.of("outcome", pushed.outcome().name(), "update_id", pushed.id()));
        }
        call.ok(Map.of("pushed", results));
    }

    private void sequence(ControlCall call) throws IOException {
        engine.restartSequence(bot(call.id()), call.json().path("next_id").asInt(0));
        call.ok(Map.of());
    }

    private void webhook(ControlCall call) throws IOException {
        String url = call.json().path("url").asString("");
        engine.with(bot(call.id()), (bot, now) -> bot.forceWebhook(url));
        call.ok(Map.of());
    }

    private void restart(ControlCall call) throws IOException {
        JsonNode body = call.json();
        long down = body.path("down_ms").asLong(0) * NANOS_PER_MS;
        boolean gone = body.path("gone").asBoolean(false);
        engine.with(bot(call.id()), (bot, now) -> bot.restart(down, gone, now));
        call.ok(Map.of());
    }

    private BotEntry bot(long id) {
        return engine.bot(id).orElseThrow(() -> new NoSuchElementException("no such bot: " + id));
    }
}
