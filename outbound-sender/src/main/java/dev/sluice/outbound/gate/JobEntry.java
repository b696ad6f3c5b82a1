package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;
import org.jspecify.annotations.Nullable;

/**
 * What memory holds of an open job: some hundred bytes and its id. The links of its queues are its own fields, since a
 * million jobs may wait in as many queues.
 */
final class JobEntry extends Keyed {

    final Priority priority;
    final int weight;
    final long acceptedAtMs;
    final long notBeforeMs;
    final long expiresAtMs;

    /** The chat as the request named it; {@link ChatLane#now} is where it stands. */
    private final ChatLane chat;

    Phase phase;
    long order;
    boolean cancelWanted;

    /** Places in the heaps of expiry, not_before and age. */
    int expiryPlace = -1;

    int startPlace = -1;
    int agePlace = -1;

    /** Links of {@link JobQueue}: first of those below, next beside, and the one before or above. */
    @Nullable
    JobEntry below;

    @Nullable
    JobEntry beside;

    @Nullable
    JobEntry before;

    /** Links of the chat's list of jobs. */
    @Nullable
    JobEntry nextOfChat;

    @Nullable
    JobEntry previousOfChat;

    JobEntry(Job job, ChatLane chat) {
        super(job.spec().requestId());
        this.chat = chat;
        priority = job.spec().priority();
        weight = job.spec().weight();
        acceptedAtMs = job.spec().acceptedAtMs();
        notBeforeMs = job.spec().notBeforeMs().orElse(Long.MIN_VALUE);
        expiresAtMs = job.spec().expiresAtMs().orElse(Long.MAX_VALUE);
        phase = job.phase();
        order = job.order();
        cancelWanted = job.cancelWanted();
    }

    ChatLane chat() {
        return chat.now();
    }
}
