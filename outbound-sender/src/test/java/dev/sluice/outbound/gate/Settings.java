package dev.sluice.outbound.gate;

import java.time.Duration;

/** Settings for tests, from the defaults. */
final class Settings {

    private static final GateSettings D = GateSettings.DEFAULT;

    private Settings() {}

    static GateSettings of(Limit bot, Limit chat) {
        return with(bot, chat, D.group(), D.floodScope(), D.strictOrder(), D.maxInFlight());
    }

    static GateSettings strict(boolean strict) {
        return with(D.bot(), D.chat(), D.group(), D.floodScope(), strict, D.maxInFlight());
    }

    static GateSettings chatThenBot() {
        return with(D.bot(), D.chat(), D.group(), FloodScope.CHAT_THEN_BOT, false, D.maxInFlight());
    }

    static GateSettings inFlight(int max) {
        return with(D.bot(), D.chat(), D.group(), D.floodScope(), false, max);
    }

    static GateSettings with(Limit bot, Limit chat, Limit group, FloodScope scope, boolean strict, int maxInFlight) {
        return new GateSettings(
                bot,
                chat,
                group,
                D.windowGuard(),
                scope,
                D.bulkShare(),
                D.defaultExpiry(),
                D.dedupeWindow(),
                D.attemptLease(),
                D.attemptDeadline(),
                maxInFlight,
                D.unspecifiedFloodPause(),
                D.unspecifiedFloodPauseMax(),
                D.notSentPause(),
                D.notSentPauseMax(),
                Duration.ofMinutes(5),
                strict);
    }
}
