package dev.sluice.local.botapi.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.engine.BotEntry;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.botapi.fault.FaultPlanCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Control calls about the whole server: traffic, faults, clock, round trip, figures. */
final class ServerRoutes {

    private static final long NANOS_PER_MS = 1_000_000L;

    private final Engine engine;
    private final TrafficControl traffic;
    private final Figures figures;

    ServerRoutes(Engine engine, TrafficControl traffic, Figures figures) {
        this.engine = engine;
        this.traffic = traffic;
        this.figures = figures;
    }

    void addTo(Routes routes) {
        routes.on("POST /traffic", this::startTraffic)
                .on("DELETE /traffic", this::stopTraffic)
                .on("POST /preload", this::preload)
                .on("POST /refill", this::refill)
                .on(
                        "GET /faults",
                        call -> call.ok(Map.of(
                                "plan",
                                engine.faults().source(),
                                "struck",
                                engine.faults().struck())))
                .on("PUT /faults", this::putFaults)
                .on("GET /holds", this::holds)
                .on(
                        "POST /release",
                        call -> call.ok(Map.of(
                                "released",
                                engine.holds().release(call.json().path("rule").asString("")))))
                .on("POST /clock", this::clock)
                .on("POST /round-trip", this::roundTrip)
                .on("GET /stats", call -> call.ok(figures.server()))
                .on("GET /bots", call -> call.ok(figures.bots()));
    }

    private void startTraffic(ControlCall call) throws IOException {
        JsonNode body = call.json();
        traffic.start(
                bots(body),
                body.path("rate").asDouble(20),
                body.path("seed").asLong(1),
                body.path("circles").asInt(1));
        call.ok(Map.of());
    }

    private void stopTraffic(ControlCall call) throws IOException {
        traffic.stop();
        call.ok(figures.server());
    }

    private void preload(ControlCall call) throws IOException {
        JsonNode body = call.json();
        int count = body.path("count").asInt(0);
        long seed = body.path("seed").asLong(1);
        if (body.path("shared").asBoolean(false)) {
            traffic.preloadShared(bots(body), count, seed);
        } else {
            traffic.preload(bots(body), count, seed);
        }
        call.ok(figures.server());
    }

    private void refill(ControlCall call) throws IOException {
        JsonNode body = call.json();
        traffic.refill(
                bots(body), body.path("level").asInt(0), body.path("seed").asLong(1));
        call.ok(Map.of());
    }

    private void putFaults(ControlCall call) throws IOException {
        engine.faults(FaultPlanCodec.decode(new String(call.body(), UTF_8), System.nanoTime()));
        call.ok(Map.of());
    }

    private void holds(ControlCall call) throws IOException {
        List<Object> held = new ArrayList<>();
        engine.holds()
                .list()
                .forEach(h -> held.add(
                        Map.of("seq", h.sequence(), "bot_id", h.botId(), "method", h.method(), "rule", h.rule())));
        call.ok(held);
    }

    private void clock(ControlCall call) throws IOException {
        engine.clock().advance(call.json().path("advance_ms").asLong(0));
        call.ok(Map.of());
    }

    private void roundTrip(ControlCall call) throws IOException {
        engine.roundTrip((long) (call.json().path("ms").asDouble(0) * NANOS_PER_MS));
        call.ok(Map.of());
    }

    /** The bots that a call names; all when it names none. */
    private List<BotEntry> bots(JsonNode body) {
        if (!body.has("bots")) {
            return List.copyOf(engine.bots());
        }
        List<BotEntry> named = new ArrayList<>();
        for (JsonNode id : body.path("bots")) {
            named.add(engine.bot(id.asLong())
                    .orElseThrow(() -> new IllegalArgumentException("no such bot: " + id.asLong())));
        }
        return named;
    }
}
