package dev.sluice.outbound.gate;

import java.util.List;
import java.util.Optional;

/**
 * What is stored of a sender beyond its chats, jobs and cooldown. Times are the gate's, 0 for none.
 *
 * @param floods 429s without a usable wait in a row
 * @param floodPausedAtMs when the last of them began a pause
 * @param failures rounds in a row of which nothing could be sent
 * @param restUntilMs of those rounds
 * @param parked what is wrong with the credentials, if anything is
 * @param probeAtMs one attempt is made then, to see whether it still is
 * @param oneAtATimeAfter a grant id: those above it are made one at a time until one is answered; -1 for no such care
 * @param lastFlood the last 429 that only its chat rested for
 * @param slots taken slots of the bot window that outlast a rebuild's rest
 */
public record LaneState(
        boolean paused,
        int floods,
        long floodPausedAtMs,
        int failures,
        long restUntilMs,
        Optional<Parked> parked,
        long probeAtMs,
        long oneAtATimeAfter,
        Optional<ChatFlood> lastFlood,
        List<WindowSlot> slots) {

    /** A sender that nothing has happened to. */
    public static final LaneState START =
            new LaneState(false, 0, 0, 0, 0, Optional.empty(), 0, -1, Optional.empty(), List.of());

    /** A 429 of one chat, remembered to see whether another follows. */
    public record ChatFlood(String chatKey, long atMs, long untilMs) {}

    public LaneState {
        slots = List.copyOf(slots);
    }
}
