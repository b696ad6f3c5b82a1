package dev.sluice.outbound.gate;

import java.time.Duration;

/**
 * The rules of one sender in numbers. All but the limits are Sluice's own policy, not Telegram's (R117).
 *
 * @param bot items of the whole sender (R80)
 * @param chat calls to one chat (R78)
 * @param group items to one group, channel or {@code @name} (R79)
 * @param windowGuard added to every window, for what the network does to distances
 * @param bulkShare of the grants while replies wait too, 0 to below 1
 * @param defaultExpiry of a request that names none
 * @param dedupeWindow how long a request id is remembered after its job has ended, and a cancel without one
 * @param attemptLease an attempt is not started later than this after its grant
 * @param attemptDeadline a taken attempt whose dispatcher is gone is unknown after this; nothing of it is sent later
 * @param maxInFlight attempts of the sender without an answer: at 30/s and answers that take 8 s there are 240
 * @param unspecifiedFloodPause after a 429 without a usable wait; doubles while it repeats
 * @param notSentPause after a call that could not leave; doubles while it repeats
 * @param authProbe between the attempts of a sender whose credentials are refused
 * @param strictOrder whether a held or unknown job blocks its chat
 */
public record GateSettings(
        Limit bot,
        Limit chat,
        Limit group,
        Duration windowGuard,
        FloodScope floodScope,
        double bulkShare,
        Duration defaultExpiry,
        Duration dedupeWindow,
        Duration attemptLease,
        Duration attemptDeadline,
        int maxInFlight,
        Duration unspecifiedFloodPause,
        Duration unspecifiedFloodPauseMax,
        Duration notSentPause,
        Duration notSentPauseMax,
        Duration authProbe,
        boolean strictOrder) {

    /**
     * From the result of a call that makes room to the start of the one that takes it: read, granted, committed, read, position
     * committed. Some 30 ms; with several busy senders 50 ms were not always enough, 100 ms were.
     */
    private static final long WAY_MS = 100;

    /** The defaults of CONTRACT.md. */
    public static final GateSettings DEFAULT = new GateSettings(
            new Limit(30, 1_000),
            new Limit(1, 1_000),
            new Limit(20, 60_000),
            Duration.ofMillis(10),
            FloodScope.BOT,
            0.2,
            Duration.ofHours(24),
            Duration.ofDays(7),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            300,
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            false);

    /**
     * How long before a window has room a call is granted that waits for it in the dispatcher's hands; milliseconds. A part of
     * the shortest window, since what is granted no longer makes way for a reply.
     */
    long leadMs() {
        long shortest = Math.min(bot.windowMs(), Math.min(chat.windowMs(), group.windowMs()));
        return Math.min(WAY_MS, shortest / 4);
    }

    public GateSettings {
        if (!(bulkShare >= 0 && bulkShare < 1)) {
            throw new IllegalArgumentException("bulk-share: at least 0 and less than 1");
        }
        if (windowGuard.isNegative()) {
            throw new IllegalArgumentException("window-guard: not negative");
        }
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("max-in-flight: 1 or more");
        }
        if (attemptDeadline.compareTo(attemptLease) <= 0 || attemptLease.toMillis() < 1) {
            throw new IllegalArgumentException("attempt-lease: more than zero and less than attempt-deadline");
        }
        if (notSentPause.toMillis() < 1
                || notSentPauseMax.compareTo(notSentPause) < 0
                || unspecifiedFloodPause.toMillis() < 1
                || unspecifiedFloodPauseMax.compareTo(unspecifiedFloodPause) < 0
                || authProbe.toMillis() < 1
                || defaultExpiry.toMillis() < 1
                || dedupeWindow.toMillis() < 1) {
            throw new IllegalArgumentException("pauses and windows: more than zero, the longest not below the first");
        }
    }
}
