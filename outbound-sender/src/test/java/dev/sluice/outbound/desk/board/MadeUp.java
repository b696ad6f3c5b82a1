package dev.sluice.outbound.desk.board;

import dev.sluice.model.ChatId;
import dev.sluice.model.JobKey;
import dev.sluice.model.Lane;
import dev.sluice.model.Outcome;
import dev.sluice.model.Params;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Records as the gate writes them, for the tests of the desk. */
public final class MadeUp {
    public static final Sender BOT = Sender.telegram(110001);
    public static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private MadeUp() {}

    public static Review review(Sender sender, String id, Outcome.State state, long chat, String text, Instant since) {
        return new Review(
                id,
                sender,
                state,
                since,
                "sendMessage",
                Params.of("{\"chat_id\":" + chat + ",\"text\":" + text + "}"),
                Optional.of(ChatId.of(chat)),
                state == Outcome.State.HELD ? Outcome.Reason.FLOOD_WITHOUT_WAIT : Outcome.Reason.LOST_RESPONSE,
                Optional.of(since.plusSeconds(3600)),
                List.of(
                        new Review.Try(1, since, ResultClass.NOT_SENT, OptionalInt.empty(), Optional.empty()),
                        new Review.Try(2, since, ResultClass.UNKNOWN, OptionalInt.of(502), Optional.empty())));
    }

    public static OpenReview open(String id, Outcome.State state, long chat, Instant since) {
        return OpenReview.of(review(BOT, id, state, chat, "\"hi\"", since), 3, 17);
    }

    public static Lane lane(Sender sender, Optional<Instant> cooldownUntil) {
        return new Lane(sender, 5, 1, Optional.of(NOON), cooldownUntil, false, Optional.empty(), NOON);
    }

    public static Outcome outcome(Sender sender, String id, long chat, Instant at) {
        return new Outcome(
                id,
                sender,
                Outcome.State.SENT,
                1,
                at,
                Optional.empty(),
                OptionalInt.of(200),
                Optional.empty(),
                Outcome.Reason.SENT,
                "sendMessage",
                Optional.of(ChatId.of(chat)),
                Optional.empty());
    }

    public static JobKey key(String id) {
        return new JobKey(BOT, id);
    }
}
