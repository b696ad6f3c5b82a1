package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.model.Params;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.List;

/** Attempts for tests. */
final class Attempts {
    static final Sender BOT = Sender.telegram(110001);
    static final Sender OTHER_BOT = Sender.telegram(110002);

    private Attempts() {}

    static Attempt of(Sender sender, long grantId, String epoch, String chat) {
        return at(sender, grantId, epoch, chat, Instant.now());
    }

    static Attempt at(Sender sender, long grantId, String epoch, String chat, Instant grantedAt) {
        return at(sender, grantId, epoch, chat, grantedAt, 20_000);
    }

    static Attempt at(Sender sender, long grantId, String epoch, String chat, Instant grantedAt, long leaseMs) {
        Params params = Params.of("{\"chat_id\":" + chat + ",\"text\":\"grant " + grantId + "\"}");
        return new Attempt(
                grantId,
                epoch,
                "request-" + grantId,
                sender,
                1,
                "sendMessage",
                params,
                1,
                params.chatId(),
                grantedAt,
                leaseMs,
                60_000,
                List.of());
    }

    /** The same, to be held until all of these are over. */
    static Attempt held(Attempt attempt, Attempt.Hold... hold) {
        return new Attempt(
                attempt.grantId(),
                attempt.epoch(),
                attempt.requestId(),
                attempt.sender(),
                attempt.attempt(),
                attempt.method(),
                attempt.params(),
                attempt.weight(),
                attempt.chatId(),
                attempt.grantedAt(),
                attempt.leaseMs(),
                attempt.deadlineMs(),
                List.of(hold));
    }
}
