package dev.sluice.system.harness;

import dev.sluice.local.botapi.ledger.Marker;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;

/**
 * Writes one request after the other, as JSON without blanks, by lot. Not thread-safe.
 *
 * <p>Each body carries its request id, so that the API's ledger can be matched to it.
 */
final class LoadRequest {
    private static final int MOST_ATTEMPTS = 8;

    private final LoadMix mix;
    private final Random random;

    LoadRequest(LoadMix mix, Random random) {
        this.mix = mix;
        this.random = random;
    }

    /** A request, and the chat it goes to as its params name it; empty for one without. */
    record Written(String json, String chat) {}

    Written next(String id, String sender, Instant now) {
        StringBuilder json = new StringBuilder("{\"request_id\":\"" + id + "\",\"sender\":\"" + sender + "\"");
        String chat = chat();
        if (lot(mix.chatless())) {
            chat = "";
            json.append(",\"method\":\"answerCallbackQuery\",\"params\":{\"callback_query_id\":\"7\",\"text\":\"")
                    .append(Marker.text(id))
                    .append("\"}");
        } else if (lot(mix.albums())) {
            json.append(",\"method\":\"sendMediaGroup\",\"params\":{\"chat_id\":")
                    .append(chat);
            json.append(",\"media\":[{\"type\":\"photo\",\"media\":\"file\",\"caption\":\"")
                    .append(Marker.text(id))
                    .append("\"}");
            json.append(",{\"type\":\"photo\",\"media\":\"file\"}".repeat(1 + random.nextInt(4)))
                    .append("]}");
        } else {
            json.append(",\"method\":\"sendMessage\",\"params\":{\"chat_id\":").append(chat);
            json.append(",\"text\":\"").append(Marker.text(id)).append(" hello\"}");
        }
        if (lot(mix.bulk())) {
            json.append(",\"priority\":\"bulk\"");
        }
        if (lot(mix.timed())) {
            json.append(",\"not_before\":\"").append(in(now, 200, 4_000)).append('"');
        }
        if (lot(mix.expiring())) {
            json.append(",\"expires_at\":\"").append(in(now, 500, 15_000)).append('"');
        }
        json.append(",\"max_attempts\":").append(lot(mix.few()) ? 1 + random.nextInt(2) : MOST_ATTEMPTS);
        if (lot(mix.resent())) {
            json.append(",\"on_unknown\":\"resend\"");
        } else if (lot(mix.resent() / 2)) {
            json.append(",\"on_unknown\":\"drop\"");
        }
        return new Written(json.append('}').toString(), chat);
    }

    boolean lot(double share) {
        return random.nextDouble() < share;
    }

    private String chat() {
        int n = random.nextInt(mix.chats() + mix.groups());
        if (n < mix.chats()) {
            // one chat, written in two ways
            return random.nextInt(10) == 0 ? "\"" + (1_000 + n) + "\"" : Integer.toString(1_000 + n);
        }
        int group = n - mix.chats();
        return random.nextBoolean() ? Long.toString(-1_001_000_000_000L - group) : "\"@name_" + group + "\"";
    }

    private String in(Instant now, int fromMs, int toMs) {
        return now.plusMillis(fromMs + random.nextInt(toMs - fromMs))
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
    }
}
