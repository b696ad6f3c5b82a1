package dev.sluice.outbound.contract;

import dev.sluice.model.Attempt;
import dev.sluice.model.ResultClass;
import java.util.Optional;

/**
 * Which class an answer of the Bot API is of (R118-R122; DESIGN 4, Results). The HTTP status decides first; the body refines it
 * (TELEGRAM 3). Two rules for what the table leaves open:
 *
 * <ul>
 *   <li>Only the API's own word ends a job. A 400 or 403 without its JSON, such as a proxy's page, or one that contradicts
 *       itself, is unknown: the job stays, and is seen. A 413 is the exception, since the API itself sends it empty or as HTML.
 *   <li>What keeps the job needs no words: 401, 404 and 421 with any body park the lane, a 429 with any body holds.
 * </ul>
 */
final class TelegramClassifier {

    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int MISDIRECTED = 421;
    private static final int TOO_MANY_REQUESTS = 429;

    private TelegramClassifier() {}

    static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /**
     * The class.
     *
     * @param body empty when it was not the API's, or not whole
     */
    static ResultClass classify(Attempt attempt, int status, Optional<BotApiBody> body) {
        if (isSuccess(status)) {
            return body.isPresent() && body.get().ok().orElse(false) ? ResultClass.SENT : ResultClass.UNKNOWN;
        }
        return switch (status) {
            case UNAUTHORIZED, MISDIRECTED -> ResultClass.AUTH;
            case TOO_LARGE -> ResultClass.REJECTED;
            case TOO_MANY_REQUESTS -> body.map(some -> flood(attempt, some)).orElse(ResultClass.HELD);
            case NOT_FOUND -> body.map(some -> notFound(some)).orElse(ResultClass.AUTH);
            case BAD_REQUEST, FORBIDDEN ->
                body.map(some -> refused(attempt, status, some)).orElse(ResultClass.UNKNOWN);
            default -> ResultClass.UNKNOWN;
        };
    }

    /** The grant's time stands for that of the receipt: they differ by seconds, and the guard looks 285,000 years ahead. */
    private static ResultClass flood(Attempt attempt, BotApiBody body) {
        FloodDecision decision = FloodDecision.decide(body, attempt.grantedAt().toEpochMilli(), 0);
        return decision.action() == FloodDecision.Action.RESCHEDULE ? ResultClass.FLOOD : ResultClass.HELD;
    }

    private static ResultClass notFound(BotApiBody body) {
        if (TelegramErrors.isAboutToken(body.description().orElse(""))) {
            return ResultClass.AUTH;
        }
        return contradicts(NOT_FOUND, body) ? ResultClass.UNKNOWN : ResultClass.REJECTED;
    }

    private static ResultClass refused(Attempt attempt, int status, BotApiBody body) {
        String description = body.description().orElse("");
        if (contradicts(status, body)) {
            return ResultClass.UNKNOWN;
        }
        if (status == BAD_REQUEST && TelegramErrors.isLoggedOut(description)) {
            return ResultClass.AUTH;
        }
        if (status == BAD_REQUEST && hasMoved(attempt, body)) {
            return ResultClass.MIGRATED;
        }
        // the wrapped error brings its own status: a 403 is possible as well
        return TelegramErrors.isPartial(attempt.method(), description) ? ResultClass.UNKNOWN : ResultClass.REJECTED;
    }

    private static boolean hasMoved(Attempt attempt, BotApiBody body) {
        return body.parameters().isPresent()
                && ResponseParameters.migrateToChatId(body.parameters().get()).isPresent()
                && TelegramErrors.isAboutTarget(attempt.params());
    }

    /** Whether the body speaks of another result than the status does. */
    private static boolean contradicts(int status, BotApiBody body) {
        return body.ok().orElse(false) || body.errorCode().orElse(status) != status;
    }
}
