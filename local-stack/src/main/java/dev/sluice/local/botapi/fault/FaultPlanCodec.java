package dev.sluice.local.botapi.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fault plan as JSON:
 *
 * <pre>{@code
 * {"seed":7,"client_creation_flood":false,"rules":[
 *   {"name":"lost answer","match":{"method":"getUpdates","bots":[110001],"nth":3},"do":{"kind":"drop_after_effect"}},
 *   {"match":{"every":5,"until_ms":60000},"do":{"kind":"answer","status":500,"body":"…","content_type":"text/plain",
 *                                               "headers":{"Retry-After":"5"},"effect":false}}]}
 * }</pre>
 *
 * Fields of {@code match}: method, bots, nth, every, per_bot, probability, from_ms, until_ms, times. Kinds of {@code do}:
 * answer (status, body, content_type, headers, effect), delay (delay_ms, effect), drop_before_effect, drop_after_effect,
 * half_open (effect), truncate (bytes), drip (bytes, interval_ms), html_502 (effect), empty_body (status, effect),
 * wrong_json (effect), conflict_storm, hold (effect: held before or after it). {@code delay_ms} goes with every kind.
 */
public final class FaultPlanCodec {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String JSON_TYPE = "application/json";
    private static final String HTML_502 = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
            + "<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n</body>\r\n</html>\r\n";

    private static final Set<String> MATCH_FIELDS =
            Set.of("method", "bots", "nth", "every", "per_bot", "probability", "from_ms", "until_ms", "times");
    private static final Set<String> ACTION_FIELDS =
            Set.of("kind", "status", "body", "content_type", "headers", "effect", "delay_ms", "bytes", "interval_ms");

    private FaultPlanCodec() {}

    /**
     * Reads a plan; its windows and counters start now.
     *
     * @throws IllegalArgumentException names what is wrong: a plan that is misread would prove nothing
     */
    public static FaultPlan decode(String json, long nowNanos) {
        JsonNode plan;
        try {
            plan = JSON.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("fault plan is not JSON", e);
        }
        requireKnown(plan, Set.of("seed", "client_creation_flood", "rules"), "fault plan");
        List<FaultRule> rules = new ArrayList<>();
        for (JsonNode rule : plan.path("rules")) {
            requireKnown(rule, Set.of("name", "match", "do"), "rule");
            String name = rule.path("name").asString("rule-" + (rules.size() + 1));
            rules.add(new FaultRule(name, match(rule.path("match")), action(rule.path("do"))));
        }
        return new FaultPlan(
                json,
                rules,
                plan.path("client_creation_flood").asBoolean(false),
                new SplittableRandom(plan.path("seed").asLong(1)),
                nowNanos);
    }

    private static FaultMatch match(JsonNode node) {
        requireKnown(node, MATCH_FIELDS, "match");
        Set<Long> bots = new HashSet<>();
        for (JsonNode bot : node.path("bots")) {
            bots.add(bot.asLong());
        }
        return new FaultMatch(
                node.has("method") ? node.get("method").asString() : null,
                bots,
                wholeNumber(node, "nth"),
                wholeNumber(node, "every"),
                node.path("per_bot").asBoolean(false),
                node.has("probability") ? Double.valueOf(node.get("probability").asDouble()) : null,
                node.path("from_ms").asLong(0),
                wholeNumber(node, "until_ms"),
                wholeNumber(node, "times"));
    }

    private static FaultAction action(JsonNode node) {
        requireKnown(node, ACTION_FIELDS, "do");
        String kind = node.path("kind").asString("answer").toLowerCase(Locale.ROOT);
        switch (kind) {
            case "answer":
                return build(node, FaultAction.Kind.ANSWER, false, null, JSON_TYPE, 500);
            case "html_502":
                return build(node, FaultAction.Kind.ANSWER, false, HTML_502, "text/html", 502);
            case "empty_body":
                return build(node, FaultAction.Kind.ANSWER, false, "", JSON_TYPE, 200);
            case "wrong_json":
                return build(
                        node,
                        FaultAction.Kind.ANSWER,
                        false,
                        "{\"ok\":true,\"result\":[{\"update_id\":1,\"message\":{",
                        JSON_TYPE,
                        200);
            case "delay":
                return build(node, FaultAction.Kind.DELAY, true, null, JSON_TYPE, 200);
            case "drop_before_effect":
                return build(node, FaultAction.Kind.DROP, false, null, JSON_TYPE, 0);
            case "drop_after_effect":
                return build(node, FaultAction.Kind.DROP, true, null, JSON_TYPE, 0);
            case "half_open":
                return build(node, FaultAction.Kind.HALF_OPEN, false, null, JSON_TYPE, 0);
            case "truncate":
                return build(node, FaultAction.Kind.TRUNCATE, true, null, JSON_TYPE, 200);
            case "drip":
                return build(node, FaultAction.Kind.DRIP, true, null, JSON_TYPE, 200);
            case "conflict_storm":
                return build(node, FaultAction.Kind.CONFLICT, false, null, JSON_TYPE, 409);
            case "hold":
                return build(node, FaultAction.Kind.HOLD, false, null, JSON_TYPE, 200);
            default:
                throw new IllegalArgumentException("fault plan: no such kind: " + kind);
        }
    }

    private static FaultAction build(
            JsonNode node, FaultAction.Kind kind, boolean effect, @Nullable String body, String type, int status) {
        Map<String, String> headers = new HashMap<>();
        for (String name : node.path("headers").propertyNames()) {
            headers.put(name, node.path("headers").path(name).asString());
        }
        return new FaultAction(
                kind,
                node.path("effect").asBoolean(effect),
                node.path("delay_ms").asLong(0),
                node.path("status").asInt(status),
                node.has("body") ? node.get("body").asString() : body,
                node.path("content_type").asString(type),
                headers,
                node.path("bytes").asInt(1),
                node.path("interval_ms").asLong(100));
    }

    private static @Nullable Long wholeNumber(JsonNode node, String field) {
        return node.has(field) ? Long.valueOf(node.get(field).asLong()) : null;
    }

    private static void requireKnown(JsonNode node, Set<String> known, String where) {
        for (String field : node.propertyNames()) {
            if (!known.contains(field)) {
                throw new IllegalArgumentException("fault plan: unknown field in " + where + ": " + field);
            }
        }
    }
}
