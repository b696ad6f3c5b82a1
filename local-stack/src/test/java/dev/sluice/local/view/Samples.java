package dev.sluice.local.view;

import dev.sluice.local.sends.Gate;
import dev.sluice.local.sends.SendResult;
import dev.sluice.model.ChatId;
import dev.sluice.model.Outcome;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Ready-made things to show. */
final class Samples {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00.123Z");
    static final Places PLACES = new Places(
            "http://127.0.0.1:8081",
            "127.0.0.1:9092",
            "http://127.0.0.1:8401",
            "http://127.0.0.1:8402",
            ".sluice/logs");

    private Samples() {}

    static StoredUpdate update(long botId, int updateId, long delayMs) {
        return new StoredUpdate(
                NOON, botId, updateId, "message", OptionalLong.of(-1001234567890L), 11, 1234, OptionalLong.of(delayMs));
    }

    /** What became of the answer to an update of 110001. */
    static SendResult result(Outcome.State state, Outcome.Reason reason, long waitMs, Gate gate) {
        return new SendResult(
                new Outcome(
                        "echo-110001:8103",
                        Sender.telegram(110001),
                        state,
                        1,
                        NOON,
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        reason,
                        "sendMessage",
                        Optional.of(ChatId.of(-1001234567890L)),
                        Optional.of("110001:8103")),
                OptionalLong.of(waitMs),
                gate);
    }

    /** A model with this many bots, each with one update. */
    static LiveModel model(int bots) {
        LiveModel model = new LiveModel(bot -> (int) (bot % 8));
        for (int i = 0; i < bots; i++) {
            model.stored(update(7_000_000_001L + i, 999_999_000 + i, i));
            model.checkpoint(7_000_000_001L + i, 999_999_001 + i);
        }
        return model;
    }
}
