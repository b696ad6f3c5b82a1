package dev.sluice.cli.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.ChatId;
import dev.sluice.model.Lane;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Params;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.SendError;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StatusTablesTest {
    private static final Instant LATER = Outcomes.AT.plusSeconds(60);

    @Test
    void aLaneIsOneLine() {
        Lane lane = new Lane(
                Outcomes.SENDER,
                12,
                1,
                Optional.of(Outcomes.AT),
                Optional.of(LATER),
                true,
                Optional.of("no_credentials"),
                LATER);

        assertEquals(
                "telegram:123456: 12 waiting, the oldest since 2026-11-30T12:00:00.123Z, 1 in flight, cooldown until "
                        + "2026-11-30T12:01:00.123Z, paused, parked: no_credentials (as of 2026-11-30T12:01:00.123Z)",
                StatusTables.lane(Outcomes.SENDER, Optional.of(lane)));
    }

    @Test
    void outcomesAreATable() {
        Outcome accepted = Outcomes.of("a", State.ACCEPTED, Reason.ACCEPTED);
        Outcome rejected = Outcomes.of(
                "b",
                State.REJECTED,
                Reason.FORBIDDEN,
                OptionalInt.of(403),
                Optional.of(new SendError.Telegram(403, "Forbidden: bot was\nblocked", Optional.empty())));

        assertEquals(
                List.of(
                        "AT                        STATE     REASON     ATTEMPT  HTTP  METHOD       CHAT  REQUEST  ERROR",
                        "2026-11-30T12:00:00.123Z  accepted  accepted   -        -     sendMessage  42    a        -",
                        "2026-11-30T12:00:00.123Z  rejected  forbidden  1        403   sendMessage  42    b        "
                                + "403 Forbidden: bot was·blocked"),
                StatusTables.outcomes(List.of(accepted, rejected)));
    }

    @Test
    void aReviewShowsItsTriesAndNotItsContent() {
        Review review = new Review(
                "a",
                Outcomes.SENDER,
                State.UNKNOWN,
                LATER,
                "sendMessage",
                Params.of("{\"chat_id\":42,\"text\":\"secret\"}"),
                Optional.of(ChatId.of("@channel")),
                Reason.LOST_RESPONSE,
                Optional.empty(),
                List.of(
                        new Review.Try(1, Outcomes.AT, ResultClass.FLOOD, OptionalInt.of(429), Optional.empty()),
                        new Review.Try(2, LATER, ResultClass.UNKNOWN, OptionalInt.empty(), Optional.empty())));

        assertEquals(
                List.of(
                        "STATE    REASON         SINCE                     EXPIRES  ATTEMPT  METHOD       CHAT      REQUEST",
                        "unknown  lost_response  2026-11-30T12:01:00.123Z  -        2        sendMessage  @channel  a"),
                StatusTables.reviews(List.of(review)));
        assertEquals(
                List.of(
                        "ATTEMPT  AT                        CLASS    HTTP  ERROR",
                        "1        2026-11-30T12:00:00.123Z  flood    429   -",
                        "2        2026-11-30T12:01:00.123Z  unknown  -     -"),
                StatusTables.tries(review));
    }
}
