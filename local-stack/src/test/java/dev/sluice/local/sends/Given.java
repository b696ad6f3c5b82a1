package dev.sluice.local.sends;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.ChatId;
import dev.sluice.model.Lane;
import dev.sluice.model.Outcome;
import dev.sluice.model.Params;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Ready-made records of one bot. */
final class Given {
    static final Sender SENDER = Sender.telegram(110001);
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private Given() {}

    static Instant at(long ms) {
        return NOON.plusMillis(ms);
    }

    static SendRequest request(String id, long chat) {
        return SendRequest.of(
                id, SENDER, "sendMessage", Params.of("{\"chat_id\":" + chat + ",\"text\":\"" + id + "\"}"));
    }

    static Outcome outcome(String id, long chat, Outcome.State state, Outcome.Reason reason, long atMs) {
        return new Outcome(
                id,
                SENDER,
                state,
                1,
                at(atMs),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                reason,
                "sendMessage",
                Optional.of(ChatId.of(chat)),
                Optional.empty());
    }

    static Outcome sent(String id, long chat, long atMs) {
        return outcome(id, chat, Outcome.State.SENT, Outcome.Reason.SENT, atMs);
    }

    static AttemptResult flooded(int seconds) {
        return new AttemptResult(
                1,
                "a",
                SENDER,
                1,
                ResultClass.FLOOD,
                OptionalInt.of(429),
                OptionalLong.of(1),
                OptionalLong.of(1),
                Optional.empty(),
                Optional.of(new SendError.Telegram(
                        429, "Too Many Requests", Optional.of(RawJson.of("{\"retry_after\":" + seconds + "}")))));
    }

    static Lane lane(long atMs, Optional<Instant> cooldownUntil) {
        return new Lane(SENDER, 1, 0, Optional.empty(), cooldownUntil, false, Optional.empty(), at(atMs));
    }
}
