package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What memory holds of an open job: 80 bytes and its id. The links of its queues are its own fields, since a million jobs may
 * wait in as many queues.
 */
final class JobEntry implements Keyed {

    private static final Priority[] PRIORITIES = Priority.values();
    private static final Phase[] PHASES = Phase.values();

    /** What only a job with a {@code not_before} needs. */
    static final class Start {
        final long notBeforeMs;

        /** In the heap of those that are not due. */
        int place = -1;

        /** In the heap of those that wait, by when they are due. */
        int duePlace = -1;

        private Start(long notBeforeMs) {
            this.notBeforeMs = notBeforeMs;
        }
    }

    private final byte[] id;

    final int weight;
    final long acceptedAtMs;
    final long expiresAtMs;

    final @Nullable Start start;

    /** The chat as the request named it; {@link ChatLane#now} is where it stands. */
    private final ChatLane chat;

    private final byte priority;
    private byte phase;
    boolean cancelWanted;
    long order;

    /** Gate time in seconds, which fit into what the object's size leaves unused; unsigned, so they do until 2106. */
    private int grantedAtS;

    /** Places in the heaps of expiry, and of age or open reviews. */
    int expiryPlace = -1;

    int agePlace = -1;

    /**
     * Links of {@link JobQueue}: first of those below, next beside, and the one before or above. A job that stands in no queue
     * is linked in its chat's list of those by {@code beside} and {@code before}.
     */
    @Nullable
    JobEntry below;

    @Nullable
    JobEntry beside;

    @Nullable
    JobEntry before;

    JobEntry(Job job, ChatLane chat) {
        id = job.spec().requestId().getBytes(StandardCharsets.UTF_8);
        this.chat = chat;
        priority = (byte) job.spec().priority().ordinal();
        weight = job.spec().weight();
        acceptedAtMs = job.spec().acceptedAtMs();
        start = job.spec().notBeforeMs().isPresent()
                ? new Start(job.spec().notBeforeMs().getAsLong())
                : null;
        expiresAtMs = job.spec().expiresAtMs().orElse(Long.MAX_VALUE);
        phase = (byte) job.phase().ordinal();
        order = job.order();
        cancelWanted = job.cancelWanted();
        grantedAt(job.grantedAtMs());
    }

    String key() {
        return Name.textOf(id, 0);
    }

    @Override
    public boolean isNamed(Name name) {
        return name.is(id, 0);
    }

    @Override
    public int hash() {
        return Name.hashOf(id, 0);
    }

    Priority priority() {
        return PRIORITIES[priority];
    }

    Phase phase() {
        return PHASES[phase];
    }

    void phase(Phase next) {
        phase = (byte) next.ordinal();
    }

    /** When the last attempt was granted, to the second. */
    long grantedAtMs() {
        return Integer.toUnsignedLong(grantedAtS) * 1_000;
    }

    void grantedAt(long ms) {
        grantedAtS = (int) (ms / 1_000);
    }

    /** Not due before; long ago without. */
    long notBeforeMs() {
        return start == null ? Long.MIN_VALUE : start.notBeforeMs;
    }

    /** When it may go, by its own times. */
    long dueAtMs() {
        return Math.max(acceptedAtMs, notBeforeMs());
    }

    /** Whether it waits for its {@code not_before}. */
    boolean isAsleep() {
        return start != null && start.place >= 0;
    }

    ChatLane chat() {
        return chat.now();
    }
}
