package dev.sluice.system.desk;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lanes, reviews and outcomes that never were. The same seed gives the same ones. */
final class MadeUp {
    static final JsonMapper MAPPER = JsonMapper.shared();

    private static final List<String> TEXTS = List.of(
            "Your parcel has left the depot and arrives tomorrow between 9 and 12.",
            "Danke für die Bestellung! Die Rechnung kommt mit der nächsten Nachricht.",
            "The meeting has moved to room 4. Please answer with /ok or /later.",
            "Привет! Ваш заказ готов к выдаче.",
            "Η παραγγελία σας είναι έτοιμη.",
            "Reminder: your table for four is booked at 19:30. Reply CANCEL to give it back.",
            "👩‍🚀 Launch in 10 minutes");
    private static final List<String> UNKNOWN = List.of("lost_response", "server_error", "unparsable", "deadline");
    private static final List<String> TOLD =
            List.of("sent", "accepted", "sent", "rejected", "sent", "expired", "cancelled", "unknown");

    private final Random random;
    private final Instant now;

    MadeUp(long seed, Instant now) {
        random = new Random(seed);
        this.now = now;
    }

    ObjectNode lane(long bot) {
        ObjectNode lane = MAPPER.createObjectNode();
        long backlog = random.nextInt(4) == 0 ? 0 : random.nextInt(2_000);
        lane.put("sender", "telegram:" + bot);
        lane.put("backlog", backlog);
        lane.put("in_flight", backlog == 0 ? 0 : random.nextInt(30));
        lane.put("oldest_at", backlog == 0 ? null : ago(random.nextInt(4_000)));
        lane.put("cooldown_until", random.nextInt(6) == 0 ? ago(-20 - random.nextInt(200)) : null);
        lane.put("paused", random.nextInt(12) == 0);
        lane.put("parked", random.nextInt(12) == 0 ? "no_credentials" : null);
        lane.put("at", ago(1));
        lane.put("held", 0);
        lane.put("unknown", 0);
        return lane;
    }

    /** Review number {@code i}; the lower, the older. */
    ObjectNode review(int i, int of, int bots) {
        boolean held = random.nextInt(4) == 0;
        long chat = random.nextInt(3) == 0
                ? -1_001_000_000_000L - random.nextInt(999_999)
                : 10_000L + random.nextInt(900_000);
        ObjectNode review = MAPPER.createObjectNode();
        review.put("sender", "telegram:" + (110_001 + random.nextInt(bots)));
        review.put("request_id", (held ? "digest-" : "reply-") + (810_000 + i));
        review.put("state", held ? "held" : "unknown");
        review.put("since", ago((of - i) * 3L + 5));
        review.put("method", random.nextInt(5) == 0 ? "sendPhoto" : "sendMessage");
        review.put("chat_id", chat);
        review.put("reason", held ? "flood_without_wait" : UNKNOWN.get(random.nextInt(UNKNOWN.size())));
        review.put("expires_at", random.nextInt(9) == 0 ? ago(60) : ago(-3_600L * (1 + random.nextInt(20))));
        review.put("attempt", 1 + random.nextInt(3));
        review.put("preview", TEXTS.get(random.nextInt(TEXTS.size())));
        return review;
    }

    ObjectNode outcome(int i, int bots) {
        String state = TOLD.get(random.nextInt(TOLD.size()));
        ObjectNode outcome = MAPPER.createObjectNode();
        outcome.put("request_id", "reply-" + (900_000 - i));
        outcome.put("sender", "telegram:" + (110_001 + random.nextInt(bots)));
        outcome.put("state", state);
        outcome.put("attempt", state.equals("accepted") ? 0 : 1);
        outcome.put("at", ago(i * 2L));
        outcome.put(
                "http_status", state.equals("sent") ? (Integer) 200 : state.equals("rejected") ? (Integer) 403 : null);
        if (state.equals("rejected")) {
            outcome.putObject("error").put("code", 403).put("description", "Forbidden: bot was blocked by the user");
        } else {
            outcome.putNull("error");
        }
        outcome.put(
                "reason",
                switch (state) {
                    case "rejected" -> "forbidden";
                    case "unknown" -> "lost_response";
                    default -> state;
                });
        outcome.put("method", "sendMessage");
        outcome.put("chat_id", 10_000 + random.nextInt(900_000));
        outcome.put("cause", "110001:" + (900_000 - i));
        return outcome;
    }

    /** What a stranger may write to make trouble; each as id, preview and API's words. */
    static List<String> hostile() {
        return List.of(
                "<img src=x onerror=\"window.owned=1\"><script>window.owned=1</script>",
                "\"><svg onload=window.owned=1> ' onfocus=window.owned=1 autofocus x='",
                "javascript:window.owned=1//${window.owned=1}{{constructor.constructor('window.owned=1')()}}",
                "pay \u202Etxt.exe\u202C to \u2066alice\u2069 \u200B\u200F now",
                "Z\u0351\u036B\u0343\u036A\u0302a\u0334\u0335\u0336l\u0337\u0338\u0321g\u0322\u0327\u0328o\u0335\u0336"
                        .repeat(12),
                "W".repeat(200),
                "line one\nline two\n\n\n\n\nline seven",
                "../../api/commands?x=1#/reviews%2F..%2F",
                "constructor",
                "__proto__",
                "..");
    }

    private String ago(long seconds) {
        return now.minusSeconds(seconds).toString();
    }
}
