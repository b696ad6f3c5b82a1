package dev.sluice.outbound.dispatch;

import java.time.Duration;

/**
 * How a dispatcher works.
 *
 * @param maxCalls open at once, in all
 * @param maxCallsPerSender open at once of one sender. Not too few: a slow API that answers after 8 s (TELEGRAM 3.1) has 240
 *     calls of a bot open at 30 a second
 * @param freshness how long after a commit was begun its calls may be handed over: less than the session timeout, within
 *     which nobody else can have taken the partition over. (Two processes with one {@code sluice.instance-id} are not held
 *     back by it: the second fences the first at once)
 * @param revokeWait how long a rebalance waits for calls on the wire; they go on afterwards, and are reported
 * @param unspecifiedFloodPause how long a sender rests here after a 429 without a usable wait
 * @param chatThenBot whether a 429 stops its chat first ({@code flood-scope}); the gate must have the same
 */
public record DispatchSettings(
        int maxCalls,
        int maxCallsPerSender,
        Duration freshness,
        Duration revokeWait,
        Duration unspecifiedFloodPause,
        boolean chatThenBot) {

    public DispatchSettings {
        if (maxCalls < 1 || maxCallsPerSender < 1) {
            throw new IllegalArgumentException("at least one call may be open");
        }
        if (freshness.isNegative() || revokeWait.isNegative() || unspecifiedFloodPause.isNegative()) {
            throw new IllegalArgumentException("times are not negative");
        }
    }

    /**
     * These, with everything else as it is in production.
     *
     * @param sessionTimeout of the group's members
     */
    public static DispatchSettings of(
            int maxCalls,
            int maxCallsPerSender,
            Duration sessionTimeout,
            Duration unspecifiedFloodPause,
            boolean chatThenBot) {
        // below the 3 s after which the gate takes a partition for silent
        Duration revokeWait = Duration.ofSeconds(2);
        Duration freshness = sessionTimeout.minusSeconds(2);
        return new DispatchSettings(
                maxCalls,
                maxCallsPerSender,
                freshness.isNegative() ? sessionTimeout.dividedBy(2) : freshness,
                revokeWait,
                unspecifiedFloodPause,
                chatThenBot);
    }
}
