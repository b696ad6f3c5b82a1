package dev.sluice.system.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the stub of the desk knows. */
final class StubBoard {
    private final Map<String, ObjectNode> lanes = new TreeMap<>();
    /** By time and key, as the page sees them. */
    private final NavigableMap<String, ObjectNode> reviews = new TreeMap<>();

    private final Map<String, String> orderOfKey = new HashMap<>();
    private final Map<String, ObjectNode> wholes = new HashMap<>();
    private final List<ObjectNode> outcomes = new ArrayList<>();

    static String keyOf(JsonNode review) {
        return review.path("sender").asString() + "/"
                + review.path("request_id").asString();
    }

    synchronized void put(ObjectNode lane) {
        lanes.put(lane.path("sender").asString(), lane);
    }

    /** Keys of the open reviews, the oldest first. */
    synchronized List<String> keys() {
        return reviews.values().stream().map(StubBoard::keyOf).toList();
    }

    synchronized void add(ObjectNode review) {
        String key = keyOf(review);
        remove(key);
        String order = review.path("since").asString() + " " + key;
        orderOfKey.put(key, order);
        reviews.put(order, review);
        count(review, 1);
    }

    /** What is read when this review is opened, where it is not made from the index. */
    synchronized void whole(String key, ObjectNode record) {
        wholes.put(key, record);
    }

    synchronized void tell(ObjectNode outcome) {
        outcomes.add(outcome);
    }

    synchronized void remove(String key) {
        String order = orderOfKey.remove(key);
        if (order != null) {
            ObjectNode review = reviews.remove(order);
            if (review != null) {
                count(review, -1);
            }
        }
    }

    private void count(JsonNode review, int by) {
        ObjectNode lane = lanes.get(review.path("sender").asString());
        if (lane != null) {
            String state = review.path("state").asString();
            lane.put(state, lane.path(state).asInt(0) + by);
        }
    }

    synchronized ObjectNode lanes(boolean complete) {
        ObjectNode answer = MadeUp.MAPPER.createObjectNode();
        ArrayNode all = answer.putArray("lanes");
        lanes.values().forEach(all::add);
        return answer.put("at", Instant.now().toString()).put("complete", complete);
    }

    synchronized ObjectNode reviews(Map<String, String> query, boolean complete) {
        int limit = Integer.parseInt(query.getOrDefault("limit", "100"));
        String after = new String(Base64.getUrlDecoder().decode(query.getOrDefault("after", "")), UTF_8);
        ObjectNode answer = MadeUp.MAPPER.createObjectNode();
        ArrayNode page = answer.putArray("reviews");
        String last = "";
        boolean more = false;
        for (Map.Entry<String, ObjectNode> entry : reviews.tailMap(after, false).entrySet()) {
            if (matches(entry.getValue(), query)) {
                more = page.size() == limit;
                if (more) {
                    break;
                }
                page.add(entry.getValue());
                last = entry.getKey();
            }
        }
        answer.put("total", total(query)).put("complete", complete);
        return answer.put("next", more ? Base64.getUrlEncoder().encodeToString(last.getBytes(UTF_8)) : null);
    }

    private long total(Map<String, String> query) {
        boolean all = Stream.of("sender", "state", "chat", "q").noneMatch(query::containsKey);
        return all
                ? reviews.size()
                : reviews.values().stream().filter(each -> matches(each, query)).count();
    }

    private static boolean matches(JsonNode record, Map<String, String> query) {
        return is(record, "sender", query.get("sender"))
                && is(record, "state", query.get("state"))
                && is(record, "chat_id", query.get("chat"))
                && is(record, "request_id", query.get("request_id"))
                && record.path("request_id").asString().startsWith(query.getOrDefault("q", ""));
    }

    private static boolean is(JsonNode record, String field, @Nullable String wanted) {
        return wanted == null || record.path(field).asString("").equals(wanted);
    }

    synchronized Optional<ObjectNode> whole(String key) {
        String order = orderOfKey.get(key);
        if (order == null) {
            return Optional.empty();
        }
        return Optional.of(
                wholes.getOrDefault(key, made(reviews.getOrDefault(order, MadeUp.MAPPER.createObjectNode()))));
    }

    /** The whole record of a row. */
    static ObjectNode made(ObjectNode index) {
        ObjectNode whole = index.deepCopy();
        whole.remove(List.of("preview", "attempt"));
        whole.putObject("params").set("chat_id", index.path("chat_id"));
        ((ObjectNode) whole.path("params")).put("text", index.path("preview").asString(""));
        ArrayNode attempts = whole.putArray("attempts");
        boolean held = index.path("state").asString().equals("held");
        for (int i = 1; i <= index.path("attempt").asInt(); i++) {
            ObjectNode attempt = attempts.addObject()
                    .put("attempt", i)
                    .put("at", index.path("since").asString())
                    .put("class", held ? "held" : "unknown");
            if (held) {
                attempt.put("http_status", 429)
                        .putObject("error")
                        .put("code", 429)
                        .put("description", "Too Many Requests")
                        .putNull("parameters");
            } else {
                attempt.putNull("http_status").putNull("error");
            }
        }
        return whole.put("place", "outbound.reviews/7/4711");
    }

    synchronized ObjectNode outcomes(Map<String, String> query, boolean complete) {
        ObjectNode answer = MadeUp.MAPPER.createObjectNode();
        ArrayNode page = answer.putArray("outcomes");
        outcomes.stream()
                .filter(outcome -> matches(outcome, query))
                .limit(Integer.parseInt(query.getOrDefault("limit", "100")))
                .forEach(page::add);
        return answer.put("since", Instant.now().minusSeconds(7_200).toString()).put("complete", complete);
    }

    /** Lets the decisions take effect; the event that tells of it. */
    synchronized ObjectNode decide(List<JsonNode> commands) {
        List<String> closed = new ArrayList<>();
        for (JsonNode command : commands) {
            if (command.has("request_id")) {
                remove(keyOf(command));
                closed.add(keyOf(command));
            }
        }
        return reviewsEvent(List.of(), closed);
    }

    synchronized ObjectNode pause(List<JsonNode> commands) {
        ObjectNode event = MadeUp.MAPPER.createObjectNode();
        ArrayNode changed = event.putArray("lanes");
        for (JsonNode command : commands) {
            ObjectNode lane = lanes.get(command.path("sender").asString());
            String word = command.path("command").asString();
            if (lane != null && (word.equals("pause") || word.equals("resume"))) {
                changed.add(lane.put("paused", word.equals("pause"))
                        .put("at", Instant.now().toString()));
            }
        }
        return event.put("at", Instant.now().toString());
    }

    synchronized ObjectNode reviewsEvent(List<String> changed, List<String> closed) {
        long held = reviews.values().stream()
                .filter(review -> review.path("state").asString().equals("held"))
                .count();
        ObjectNode event = MadeUp.MAPPER.createObjectNode();
        event.put("total", reviews.size()).put("held", held).put("unknown", reviews.size() - held);
        ArrayNode changes = event.putArray("changed");
        changed.stream().limit(200).forEach(changes::add);
        ArrayNode closes = event.putArray("closed");
        closed.stream().limit(200).forEach(closes::add);
        return event.put("more", changed.size() + closed.size() > 200).put("complete", true);
    }
}
