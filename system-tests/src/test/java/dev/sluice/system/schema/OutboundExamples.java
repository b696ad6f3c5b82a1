package dev.sluice.system.schema;

import dev.sluice.model.ChatId;
import dev.sluice.model.Command;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Outcome;
import dev.sluice.model.Params;
import dev.sluice.model.Priority;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.SendError;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Outbound records with all that they may hold, and with as little as they may. */
final class OutboundExamples {
    private static final Sender BOT = Sender.telegram(123456);
    private static final Sender ACCOUNT = new Sender(Sender.Channel.UNIFYPORT, "acc_8c21d0");
    private static final Instant AT = Instant.parse("2026-11-30T08:00:00.5Z");
    private static final SendError FLOOD = new SendError.Telegram(
            429, "Too Many Requests: retry after 5", Optional.of(RawJson.of("{\"retry_after\": 5}")));
    private static final SendError PLAIN = new SendError.Telegram(400, "Bad Request", Optional.empty());
    private static final SendError FAILED = new SendError.UnifyPort(
            "send_message_failed", Optional.of(RawJson.of("50001")), "it failed", Optional.of("req_1"));
    private static final SendError BARE = new SendError.UnifyPort("e", Optional.empty(), "m", Optional.empty());

    private OutboundExamples() {}

    static Stream<SendRequest> requests() {
        return Stream.of(
                SendRequest.of("a", BOT, "getMe", Params.of("{}")),
                SendRequest.of("\u00e9/\uD83D\uDE00", ACCOUNT, "sendMessage", Params.of("{\"chat_id\":\"@Foo\"}")),
                new SendRequest(
                        "x".repeat(200),
                        BOT,
                        "sendMessage",
                        Params.of("{\"chat_id\":-1001234567890123,\"text\":\"hi\",\"n\":1e400}"),
                        Priority.BULK,
                        Optional.of(AT),
                        Optional.of(AT.plusNanos(1)),
                        1,
                        OnUnknown.RESEND,
                        Optional.of("123456:8103")));
    }

    static Stream<Command> commands() {
        return Stream.of(
                new Command.Cancel(BOT, "a"),
                new Command.CancelChat(BOT, ChatId.of(42), Optional.empty()),
                new Command.CancelChat(ACCOUNT, ChatId.of("@Foo"), Optional.of(AT)),
                new Command.Resolve(BOT, "a", 2, Command.Decision.RESEND, "ann", Optional.of("asked")),
                new Command.Resolve(BOT, "a", 0, Command.Decision.DROP, "", Optional.empty()),
                new Command.Pause(BOT),
                new Command.Resume(ACCOUNT));
    }

    /** Of each state and of each reason one at least. */
    static Stream<Outcome> outcomes() {
        Stream<Outcome> states =
                Arrays.stream(Outcome.State.values()).map(state -> outcome(state, Outcome.Reason.SENT, null));
        Stream<Outcome> reasons =
                Arrays.stream(Outcome.Reason.values()).map(reason -> outcome(Outcome.State.HELD, reason, FLOOD));
        Stream<Outcome> errors = Stream.of(PLAIN, FAILED, BARE)
                .map(error -> outcome(Outcome.State.REJECTED, Outcome.Reason.BAD_REQUEST, error));
        return Stream.of(states, reasons, errors).flatMap(each -> each);
    }

    private static Outcome outcome(Outcome.State state, Outcome.Reason reason, @Nullable SendError error) {
        boolean bare = error == null;
        return new Outcome(
                "a",
                BOT,
                state,
                bare ? 0 : 3,
                AT,
                bare ? Optional.empty() : Optional.of(RawJson.of("[{\"message_id\":7,\"date\":1e400}]")),
                bare ? OptionalInt.empty() : OptionalInt.of(429),
                Optional.ofNullable(error),
                reason,
                "sendMessage",
                bare ? Optional.empty() : Optional.of(ChatId.of("@Foo")),
                bare ? Optional.empty() : Optional.of("123456:8103"));
    }

    static Stream<Review> reviews() {
        return Stream.of(
                review(Outcome.State.HELD, Optional.of(AT), List.of()),
                review(
                        Outcome.State.UNKNOWN,
                        Optional.empty(),
                        Arrays.stream(ResultClass.values())
                                .map(each -> new Review.Try(1, AT, each, OptionalInt.of(500), Optional.of(PLAIN)))
                                .toList()));
    }

    private static Review review(Outcome.State state, Optional<Instant> expiresAt, List<Review.Try> attempts) {
        return new Review(
                "a",
                BOT,
                state,
                AT,
                "sendMessage",
                Params.of("{\"chat_id\":42,\"text\":\"hi\"}"),
                Optional.of(ChatId.of(42)),
                Outcome.Reason.LOST_RESPONSE,
                expiresAt,
                attempts);
    }

    static List<String> states() {
        return Arrays.stream(Outcome.State.values()).map(Outcome.State::word).toList();
    }

    static List<String> reasons() {
        return Arrays.stream(Outcome.Reason.values()).map(Outcome.Reason::word).toList();
    }

    static List<String> resultClasses() {
        return Arrays.stream(ResultClass.values()).map(ResultClass::word).toList();
    }
}
