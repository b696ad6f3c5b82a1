package dev.sluice.local.botapi.control;

import dev.sluice.local.botapi.engine.BotEntry;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.botapi.http.ApiServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures about the server as a whole and about its bots. */
final class Figures {

    private final Engine engine;
    private final ApiServer api;
    private long lastNanos = System.nanoTime();
    private long lastRequests;

    Figures(Engine engine, ApiServer api) {
        this.engine = engine;
        this.api = api;
    }

    /** Sums over all bots; requests per second since the call before. */
    synchronized Map<String, Object> server() {
        long pending = 0;
        long generated = 0;
        long confirmed = 0;
        long refused = 0;
        int polled = 0;
        for (BotEntry entry : engine.bots()) {
            synchronized (entry) {
                pending += entry.bot().queue().size();
                generated += entry.ledger().generated();
                confirmed += entry.ledger().confirmed();
                refused += entry.ledger().refused();
                polled += entry.bot().isPolled() ? 1 : 0;
            }
        }
        long now = System.nanoTime();
        long requests = engine.ledger().callsSoFar();
        double rate = (requests - lastRequests) * 1e9 / Math.max(1, now - lastNanos);
        lastNanos = now;
        lastRequests = requests;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bots", engine.bots().size());
        figures.put("connections", api.connections());
        figures.put("polls_waiting", polled);
        figures.put("pending", pending);
        figures.put("generated", generated);
        figures.put("confirmed", confirmed);
        figures.put("refused", refused);
        figures.put("requests", requests);
        figures.put("requests_per_second", rate);
        figures.put("calls_forgotten", engine.ledger().forgotten());
        return figures;
    }

    List<Map<String, Object>> bots() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (BotEntry entry : engine.bots()) {
            Map<String, Object> figures = new LinkedHashMap<>();
            synchronized (entry) {
                figures.put("bot_id", entry.botId());
                figures.put("pending", entry.bot().queue().size());
                figures.put("generated", entry.ledger().generated());
                figures.put("confirmed", entry.ledger().confirmed());
                figures.put("refused", entry.ledger().refused());
                figures.put("polled", entry.bot().isPolled());
                figures.put("head", entry.bot().queue().head());
                figures.put("tail", entry.bot().queue().tail());
            }
            all.add(figures);
        }
        return all;
    }
}
