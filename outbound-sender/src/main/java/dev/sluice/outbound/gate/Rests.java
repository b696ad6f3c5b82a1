package dev.sluice.outbound.gate;

import dev.sluice.model.ResultClass;
import java.util.Optional;
import java.util.OptionalLong;

/** Why a whole sender is quiet, and until when: the bot gate but for its window (R71, R93, R98). */
final class Rests {

    /** Two chats that meet a 429 within this time are no accident of one chat. */
    private static final long SAME_FLOOD_MS = 10_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final GateSettings settings;
    private long cooldownUntil;
    private boolean paused;
    private int floods;
    private long floodPausedAt;
    private int failures;
    private long restUntil;
    private Optional<Parked> parked = Optional.empty();
    private long probeAt;
    private long oneAtATimeAfter = -1;
    private Optional<LaneState.ChatFlood> lastFlood = Optional.empty();

    /** Not stored: after a rebuild and after a return the sender rests for moments only. */
    private long briefUntil;

    /** Grants up to it may have been made with credentials that are no longer used. Not stored: they are few, and a park ends. */
    private long renewedAfter = -1;

    Rests(GateSettings settings) {
        this.settings = settings;
    }

    /** When the sender may be granted something, as far as time says. */
    long openAt() {
        if (paused) {
            return NEVER;
        }
        long at = Math.max(Math.max(cooldownUntil, restUntil), briefUntil);
        return parked.isPresent() ? Math.max(at, probeAt) : at;
    }

    /** Above which grant only one at a time is in flight; empty: no such care. */
    OptionalLong oneAtATimeAfter() {
        return oneAtATimeAfter < 0 ? OptionalLong.empty() : OptionalLong.of(oneAtATimeAfter);
    }

    long cooldownUntil() {
        return cooldownUntil;
    }

    boolean isPaused() {
        return paused;
    }

    Optional<Parked> parked() {
        return parked;
    }

    void pause(boolean on) {
        paused = on;
    }

    /**
     * There are credentials, or other ones: a parked lane goes on, one attempt at a time until one is answered. What becomes
     * of older grants says nothing about them.
     */
    void credentials(long lastGrantId) {
        parked = Optional.empty();
        probeAt = 0;
        renewedAfter = lastGrantId;
    }

    /** The credentials are missing or refused: one attempt at a time, a long time apart, until one is answered. */
    void park(Parked why, long grantId, long lastGrantId, Now now) {
        if (grantId <= renewedAfter) {
            return;
        }
        parked = Optional.of(why);
        long pause = Cooldown.pause(
                now, 1, settings.authProbe().toMillis(), settings.authProbe().toMillis());
        probeAt = Math.max(probeAt, now.gateMs() + pause);
        takenOver(lastGrantId);
    }

    /** The dispatcher handed something back, or the sender was rebuilt: not at once again. */
    void brief(long until) {
        briefUntil = Math.max(briefUntil, until);
    }

    /** Another takes over while somebody's attempts have no result: a 429 may have died with it. */
    void takenOver(long lastGrantId) {
        oneAtATimeAfter = Math.max(oneAtATimeAfter, lastGrantId);
    }

    /** A 429 that says how long: the whole sender, or at first its chat, rests. The later deadline counts. */
    void flood(long until) {
        cooldownUntil = Math.max(cooldownUntil, until);
    }

    /** A 429 of one chat with scope {@code chat-then-bot}. */
    void floodOfChat(String chatKey, long until, Now now) {
        Optional<LaneState.ChatFlood> other = lastFlood.filter(
                last -> !last.chatKey().equals(chatKey) && now.gateMs() - last.atMs() <= SAME_FLOOD_MS);
        other.ifPresent(last -> flood(Math.max(last.untilMs(), until)));
        lastFlood = Optional.of(new LaneState.ChatFlood(chatKey, now.gateMs(), until));
    }

    /** A flood that does not say how long. Those of one round count once. */
    void unspecifiedFlood(long grantedAt, long msSinceReceived, Now now) {
        if (floods == 0 || grantedAt >= floodPausedAt) {
            floods++;
            floodPausedAt = now.gateMs();
        }
        long pause = Cooldown.pause(
                now,
                floods,
                settings.unspecifiedFloodPause().toMillis(),
                settings.unspecifiedFloodPauseMax().toMillis());
        flood(now.gateMs() - msSinceReceived + pause);
    }

    /** A call could not leave. Those of one round count once; afterwards one at a time until one is answered. */
    void notSent(long grantedAt, long lastGrantId, Now now) {
        if (failures == 0 || grantedAt >= restUntil) {
            failures++;
            restUntil = now.gateMs()
                    + Cooldown.pause(
                            now,
                            failures,
                            settings.notSentPause().toMillis(),
                            settings.notSentPauseMax().toMillis());
            takenOver(lastGrantId);
        }
    }

    /** The API has answered an attempt. */
    void answered(ResultFacts facts, boolean flooded, long grantedAt, long lastGrantId, Now now) {
        if (facts.resultClass() == ResultClass.AUTH) {
            park(Parked.AUTH, facts.grantId(), lastGrantId, now);
            return;
        }
        if (facts.grantId() > oneAtATimeAfter) {
            oneAtATimeAfter = -1;
            parked = Optional.empty();
            failures = 0;
        }
        if (!flooded && grantedAt >= floodPausedAt) {
            floods = 0;
        }
    }

    /** Follows a chat to its new id. */
    void migrated(String from, String to) {
        lastFlood = lastFlood.map(
                last -> last.chatKey().equals(from) ? new LaneState.ChatFlood(to, last.atMs(), last.untilMs()) : last);
    }

    void restore(LaneState state, long skewMs) {
        paused = state.paused();
        floods = state.floods();
        floodPausedAt = state.floodPausedAtMs();
        failures = state.failures();
        restUntil = later(state.restUntilMs(), skewMs);
        parked = state.parked();
        probeAt = later(state.probeAtMs(), skewMs);
        oneAtATimeAfter = state.oneAtATimeAfter();
        lastFlood = state.lastFlood();
    }

    LaneState state(SlidingWindow window, long nowMs) {
        return new LaneState(
                paused,
                floods,
                floodPausedAt,
                failures,
                restUntil,
                parked,
                probeAt,
                oneAtATimeAfter,
                lastFlood,
                window.stored(nowMs));
    }

    private static long later(long deadline, long skewMs) {
        return deadline == 0 ? 0 : deadline + skewMs;
    }
}
