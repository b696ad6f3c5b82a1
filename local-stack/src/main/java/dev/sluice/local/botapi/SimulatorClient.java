package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.core.Pushed;
import dev.sluice.local.botapi.core.UpdateBytes;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Steers a simulated server through its control API and reads its ledger. Thread-safe. Every method throws
 * {@link IllegalArgumentException} with the server's words when it refuses.
 */
public final class SimulatorClient {

    private final ControlClient control;

    public SimulatorClient(String controlUrl) {
        this.control = new ControlClient(controlUrl);
    }

    /** Makes a bot known under a token, or gives a known one another token. */
    public void registerBot(long botId, String token) {
        control.post("/bots", Map.of("bots", List.of(Map.of("bot_id", botId, "token", token))));
    }

    /** Makes bots known that follow each other, with {@link SimulatedTokens}. */
    public void registerBots(long firstId, int count) {
        control.post("/bots", Map.of("first_id", firstId, "count", count));
    }

    /** Takes the bot's token away: its calls get 401 until it is registered again. */
    public void revokeToken(long botId) {
        control.call("DELETE", "/bots/" + botId + "/token", new byte[0]);
    }

    /** Queues one member of an update object, like {@code "message":{…}}, dated now. */
    public PushResult pushFragment(long botId, String kind, String json) {
        return push(botId, "fragment", kind, json.getBytes(UTF_8), 1).get(0);
    }

    /**
     * Queues a whole array element, valid or not; {@link UpdateBytes#PLACEHOLDER} in it becomes the id. The kind decides how
     * long it lives and whether allowed_updates admits it.
     */
    public PushResult pushElement(long botId, String kind, byte[] element) {
        return push(botId, "element", kind, element, 1).get(0);
    }

    /** Queues the same element several times, each with an id of its own. */
    public List<PushResult> pushElements(long botId, String kind, byte[] element, int copies) {
        return push(botId, "element", kind, element, copies);
    }

    private List<PushResult> push(long botId, String form, String kind, byte[] bytes, int copies) {
        String path = "/bots/" + botId + "/push?form=" + form + "&copies=" + copies + "&kind="
                + URLEncoder.encode(kind, UTF_8);
        List<PushResult> results = new ArrayList<>();
        for (JsonNode result : control.call("POST", path, bytes).path("pushed")) {
            results.add(new PushResult(
                    Pushed.Outcome.valueOf(result.path("outcome").asString()),
                    result.path("update_id").asInt()));
        }
        return results;
    }

    /** Starts a new id sequence: pending updates are lost, the next one gets this id (TELEGRAM.md 1.6). */
    public void restartSequence(long botId, int nextId) {
        control.post("/bots/" + botId + "/sequence", Map.of("next_id", nextId));
    }

    /** The bot is on another server now: nothing pending, next id at random. */
    public void moveServer(long botId) {
        control.post("/bots/" + botId + "/sequence", Map.of());
    }

    /** Sets the bot's webhook as if an earlier program had; empty text removes it. */
    public void forceWebhook(long botId, String url) {
        control.post("/bots/" + botId + "/webhook", Map.of("url", url));
    }

    /** Restarts the bot's client on the server: for a while calls get 500 restart, or 429 retry after 5 when gone. */
    public void restartClient(long botId, Duration down, boolean gone) {
        control.post("/bots/" + botId + "/restart", Map.of("down_ms", down.toMillis(), "gone", gone));
    }

    /** Starts traffic over all bots; traffic that runs is stopped first. */
    public void startTraffic(double perSecond, long seed) {
        control.post("/traffic", Map.of("rate", perSecond, "seed", seed));
    }

    /** Starts traffic over these bots. */
    public void startTraffic(Collection<Long> bots, double perSecond, long seed) {
        control.post("/traffic", Map.of("bots", bots, "rate", perSecond, "seed", seed));
    }

    /** The same where each bot has several circles of chats, see {@link dev.sluice.local.traffic.BotTraffic}. */
    public void startTraffic(Collection<Long> bots, double perSecond, long seed, int circles) {
        control.post("/traffic", Map.of("bots", bots, "rate", perSecond, "seed", seed, "circles", circles));
    }

    /** Stops traffic; the figures returned count all of it. */
    public SimulatorStats stopTraffic() {
        return SimulatorStats.of(control.call("DELETE", "/traffic", new byte[0]));
    }

    /** Queues this many updates of every kind for each bot. */
    public void preload(int perBot, long seed) {
        control.post("/preload", Map.of("count", perBot, "seed", seed));
    }

    /** Queues this many messages for each bot out of a few that all share: for benchmarks. */
    public void preloadShared(int perBot, long seed) {
        control.post("/preload", Map.of("count", perBot, "seed", seed, "shared", true));
    }

    /** The same for these bots only. */
    public void preloadShared(Collection<Long> bots, int perBot, long seed) {
        control.post("/preload", Map.of("bots", bots, "count", perBot, "seed", seed, "shared", true));
    }

    /**
     * Keeps each bot's queue filled up to a level from shared messages, topped up at each call; 0 ends it. Updates that were
     * fetched and not yet confirmed count, so a level of 400 keeps a poller that fetches 100 at a time busy.
     */
    public void refill(int level, long seed) {
        control.post("/refill", Map.of("level", level, "seed", seed));
    }

    /** The same for these bots only; the others stay as they are. */
    public void refill(Collection<Long> bots, int level, long seed) {
        control.post("/refill", Map.of("bots", bots, "level", level, "seed", seed));
    }

    /** Puts a fault plan in force; its windows and counters start now. */
    public void putFaults(String planJson) {
        control.call("PUT", "/faults", planJson.getBytes(UTF_8));
    }

    public void clearFaults() {
        putFaults("{}");
    }

    /** How often each rule has struck. */
    public Map<String, Long> faultsStruck() {
        Map<String, Long> counts = new LinkedHashMap<>();
        control.get("/faults")
                .path("struck")
                .properties()
                .forEach(rule -> counts.put(rule.getKey(), rule.getValue().asLong()));
        return counts;
    }

    /** Number of calls that this rule holds now; empty text: all rules. */
    public int held(String rule) {
        int count = 0;
        for (JsonNode call : control.get("/holds")) {
            count += rule.isEmpty() || call.path("rule").asString().equals(rule) ? 1 : 0;
        }
        return count;
    }

    /** Lets go what this rule holds, empty text: everything, and returns how many calls that were. */
    public int release(String rule) {
        return control.post("/release", Map.of("rule", rule)).path("released").asInt();
    }

    /** Moves the server's wall clock ahead: updates expire. Timers do not move. */
    public void advanceClock(Duration by) {
        control.post("/clock", Map.of("advance_ms", by.toMillis()));
    }

    /** Adds a round trip time to each call from now on. */
    public void roundTrip(Duration time) {
        control.post("/round-trip", Map.of("ms", time.toNanos() / 1e6));
    }

    public SimulatorStats stats() {
        return SimulatorStats.of(control.get("/stats"));
    }

    public List<BotStats> bots() {
        List<BotStats> bots = new ArrayList<>();
        control.get("/bots").forEach(bot -> bots.add(BotStats.of(bot)));
        return bots;
    }

    /** Calls after a sequence number, 0 for all, in order of arrival; close the stream. */
    public Stream<LedgerCall> calls(long afterSeq) {
        return control.lines("/ledger/calls?after=" + afterSeq).map(LedgerCall::of);
    }

    /** Everything that was queued, bot by bot in id order; close the stream. */
    public Stream<LedgerPush> pushes(boolean withBytes) {
        return control.lines("/ledger/pushes?bytes=" + withBytes).map(LedgerPush::of);
    }

    /** What was queued for one bot, in id order; close the stream. */
    public Stream<LedgerPush> pushes(long botId, boolean withBytes) {
        return control.lines("/ledger/pushes?bytes=" + withBytes + "&bot=" + botId)
                .map(LedgerPush::of);
    }

    /** The same from a running number on, which counts the bot's updates from 0; close the stream. */
    public Stream<LedgerPush> pushesFrom(long botId, int from) {
        return control.lines("/ledger/pushes?bot=" + botId + "&from=" + from).map(LedgerPush::of);
    }

    /** What became of all id sequences of all bots. */
    public List<LedgerSequence> sequences() {
        try (Stream<JsonNode> lines = control.lines("/ledger/summary")) {
            return lines.map(LedgerSequence::of).toList();
        }
    }

    /** Appends every call that ends from now on to a file, one JSON object a line. */
    public void writeLedgerTo(String file) {
        control.post("/ledger/file", Map.of("path", file));
    }

    /**
     * What became of a pushed update.
     *
     * @param updateId its id, 0 when it was not queued
     */
    public record PushResult(Pushed.Outcome outcome, int updateId) {}
}
