package dev.sluice.outbound.gate;

import org.jspecify.annotations.Nullable;

/**
 * Where the state of one sender is stored, piece by piece. Writes take effect at once for the reads that follow, and all of
 * an event's writes commit together with its output or not at all.
 */
public interface Pieces {

    @Nullable
    Job job(String requestId);

    void saveJob(Job job);

    /** The job has ended; its content goes with it. Its last outcome was given out before. */
    void dropJob(Job job);

    /** May give back one that is over. */
    @Nullable
    Intent intent(String requestId);

    /** Where none is stored. */
    void saveIntent(String requestId, Intent intent);

    /** One that is stored no longer counts. */
    void dropIntent(String requestId, Intent intent);

    @Nullable
    ChatState chat(String chatKey);

    void saveChat(ChatState state);

    void dropChat(String chatKey);

    void saveLane(LaneState state);

    /** Gate time, up to which nothing of the sender is granted (R70, R108). */
    void saveCooldown(long untilMs);
}
