package dev.sluice.outbound.contract;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The 429 guide's {@code telegramFloodDecision} (R102-R106), on the body alone. Pure; it sends, stores and waits for nothing
 * (R107). What it takes as an integer is written at {@link SafeIntegers}; a body that is not exactly one JSON object counts as
 * none.
 *
 * @param action what to do
 * @param notBeforeMs the bot's deadline from now on, in the clock of the arguments; there when the job is rescheduled
 */
public record FloodDecision(Action action, OptionalLong notBeforeMs) {

    /** What the body asks for. Local names, not the API's. */
    public enum Action {
        /** No flood response: another rule reads it. */
        CLASSIFY_OTHER_RESULT,
        /** A flood that does not say how long: never a wait of zero (R87). */
        HOLD_FOR_REVIEW,
        /** Not before the deadline, and then only if everything else agrees (R112). */
        RESCHEDULE
    }

    private static final int TOO_MANY_REQUESTS = 429;

    private static final FloodDecision OTHER = new FloodDecision(Action.CLASSIFY_OTHER_RESULT, OptionalLong.empty());

    private static final FloodDecision HOLD = new FloodDecision(Action.HOLD_FOR_REVIEW, OptionalLong.empty());

    /** Decides where no cooldown is stored yet. */
    public static FloodDecision decide(byte[] body, long receivedAtMs) {
        return decide(body, receivedAtMs, 0);
    }

    /**
     * Decides.
     *
     * @param body of the response
     * @param receivedAtMs when it was received
     * @param currentNotBeforeMs the deadline that is stored now; never made shorter
     */
    public static FloodDecision decide(byte[] body, long receivedAtMs, long currentNotBeforeMs) {
        return BotApiBody.parse(body)
                .map(parsed -> decide(parsed, receivedAtMs, currentNotBeforeMs))
                .orElse(OTHER);
    }

    static FloodDecision decide(BotApiBody body, long receivedAtMs, long currentNotBeforeMs) {
        if (!body.ok().equals(Optional.of(false)) || !isFlood(body.errorCode())) {
            return OTHER;
        }
        OptionalLong seconds =
                body.parameters().map(ResponseParameters::retryAfterSeconds).orElse(OptionalLong.empty());
        if (seconds.isEmpty()) {
            return HOLD;
        }
        // the product fits a long, being at most 2^53 times 1000; a sum that does not wraps to nowhere near the safe
        // ones
        long waitMs = seconds.getAsLong() * 1000;
        long deadlineMs = receivedAtMs + waitMs;
        return SafeIntegers.isSafe(deadlineMs)
                ? new FloodDecision(Action.RESCHEDULE, OptionalLong.of(Math.max(currentNotBeforeMs, deadlineMs)))
                : HOLD;
    }

    private static boolean isFlood(OptionalLong errorCode) {
        return errorCode.isPresent() && errorCode.getAsLong() == TOO_MANY_REQUESTS;
    }
}
