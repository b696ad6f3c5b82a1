package dev.sluice.outbound.contract;

import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What follows from a result's class, status and error: the same when the answer comes and when its record is read. */
final class TelegramVerdicts {

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private TelegramVerdicts() {}

    /**
     * The verdict.
     *
     * @param status empty when no answer came
     * @param afterUnknown see {@link Channel#recall}
     */
    static Verdict of(
            String method,
            ResultClass resultClass,
            OptionalInt status,
            Optional<RawJson> message,
            Optional<SendError> error,
            boolean afterUnknown) {
        Optional<SendError.Telegram> telegram =
                error.filter(SendError.Telegram.class::isInstance).map(SendError.Telegram.class::cast);
        String description = telegram.map(SendError.Telegram::description).orElse("");
        if (afterUnknown && resultClass == ResultClass.REJECTED && TelegramErrors.isNotModified(method, description)) {
            return new Verdict(
                    ResultClass.SENT,
                    message,
                    error,
                    Optional.of(Reason.NOT_MODIFIED),
                    OptionalLong.empty(),
                    OptionalLong.empty());
        }
        return new Verdict(
                resultClass,
                message,
                error,
                reason(method, resultClass, status, description),
                telegram.map(some -> wait(resultClass, some)).orElse(OptionalLong.empty()),
                resultClass == ResultClass.MIGRATED
                        ? telegram.map(ResponseParameters::migrateToChatId).orElse(OptionalLong.empty())
                        : OptionalLong.empty());
    }

    private static Optional<Reason> reason(
            String method, ResultClass resultClass, OptionalInt status, String description) {
        return switch (resultClass) {
            case SENT -> Optional.of(Reason.SENT);
            case HELD -> Optional.of(Reason.FLOOD_WITHOUT_WAIT);
            case REJECTED -> Optional.of(ofRejection(status.orElse(0)));
            case UNKNOWN -> Optional.of(ofUnknown(method, status, description));
            case FLOOD, MIGRATED, AUTH, NOT_SENT -> Optional.empty();
        };
    }

    private static Reason ofRejection(int status) {
        return switch (status) {
            case FORBIDDEN -> Reason.FORBIDDEN;
            case NOT_FOUND -> Reason.NOT_FOUND;
            case TOO_LARGE -> Reason.TOO_LARGE;
            default -> Reason.BAD_REQUEST;
        };
    }

    private static Reason ofUnknown(String method, OptionalInt status, String description) {
        if (status.isEmpty()) {
            return Reason.LOST_RESPONSE;
        }
        if (status.getAsInt() >= SERVER_ERROR) {
            return Reason.SERVER_ERROR;
        }
        boolean partial =
                !TelegramClassifier.isSuccess(status.getAsInt()) && TelegramErrors.isPartial(method, description);
        return partial ? Reason.ALBUM_PARTIAL : Reason.UNPARSABLE;
    }

    /**
     * A 429 in the body counts under any status (R69), but for one that was found unusable as a whole: its parts do not count
     * either.
     */
    private static OptionalLong wait(ResultClass resultClass, SendError.Telegram error) {
        boolean flood = resultClass == ResultClass.FLOOD
                || (resultClass == ResultClass.UNKNOWN && error.code() == TOO_MANY_REQUESTS);
        return flood ? ResponseParameters.retryAfterSeconds(error) : OptionalLong.empty();
    }
}
