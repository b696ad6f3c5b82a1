package dev.sluice.outbound.gate;

import dev.sluice.model.JobKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One send intent and how far it is: what is stored of a job beside its content. Immutable; each change gives a new one.
 *
 * @param order its place in the chat: smaller goes first
 * @param attempts calls that count, the one in flight included
 * @param cap no attempt beyond it; a person's resend moves it
 * @param grantId the current grant, or the last; -1 before the first
 * @param grantedAtMs gate time
 * @param taken whether a dispatcher is known to have taken the attempt in flight
 * @param migrated whether it has followed its chat already: it does so once
 * @param cancelWanted a cancel came too late: it goes through if the attempt comes back unsent
 * @param tries the last attempts that ended, oldest first
 */
public record Job(
        JobSpec spec,
        Phase phase,
        long order,
        int attempts,
        int cap,
        long grantId,
        long grantedAtMs,
        boolean taken,
        boolean migrated,
        boolean cancelWanted,
        List<Try> tries,
        Optional<LateSend> lateSent) {

    /** A review is one record: what no longer fits a person's patience does not have to fit it either. */
    static final int MAX_TRIES = 20;

    public Job {
        tries = List.copyOf(tries);
    }

    static Job accepted(JobSpec spec, long order) {
        return new Job(
                spec,
                Phase.WAITING,
                order,
                0,
                spec.maxAttempts(),
                -1,
                0,
                false,
                false,
                false,
                List.of(),
                Optional.empty());
    }

    public JobKey key() {
        return new JobKey(spec.sender(), spec.requestId());
    }

    Job granted(long grant, long atMs) {
        return new Job(
                spec,
                Phase.IN_FLIGHT,
                order,
                attempts + 1,
                cap,
                grant,
                atMs,
                false,
                migrated,
                cancelWanted,
                tries,
                lateSent);
    }

    /** The attempt has ended, or never began: {@code counted} says which. */
    Job in(Phase next, boolean counted) {
        return with(next, order, counted ? attempts : attempts - 1, cap, migrated, cancelWanted, tries, lateSent);
    }

    /** The attempt that was thought not to have begun did. */
    Job recounted() {
        return with(phase, order, attempts + 1, cap, migrated, cancelWanted, tries, lateSent);
    }

    /** Goes first, with at least one attempt left when a person asks for it. */
    Job resent(long front, int newCap) {
        return with(Phase.WAITING, front, attempts, newCap, migrated, cancelWanted, tries, lateSent);
    }

    Job following() {
        return with(phase, order, attempts, cap, true, cancelWanted, tries, lateSent);
    }

    Job cancelling() {
        return with(phase, order, attempts, cap, migrated, true, tries, lateSent);
    }

    Job lateSent(LateSend late) {
        return with(phase, order, attempts, cap, migrated, cancelWanted, tries, Optional.of(late));
    }

    Job known(boolean isTaken) {
        return new Job(
                spec,
                phase,
                order,
                attempts,
                cap,
                grantId,
                grantedAtMs,
                isTaken,
                migrated,
                cancelWanted,
                tries,
                lateSent);
    }

    /** Adds what came of an attempt, or corrects what was said of it. */
    Job tried(Try said) {
        List<Try> all = new ArrayList<>(tries);
        all.removeIf(earlier -> earlier.grantId() == said.grantId());
        all.add(said);
        if (all.size() > MAX_TRIES) {
            all.remove(0);
        }
        return with(phase, order, attempts, cap, migrated, cancelWanted, all, lateSent);
    }

    Optional<Try> tryOf(long grant) {
        return tries.stream().filter(t -> t.grantId() == grant).findFirst();
    }

    private Job with(
            Phase nextPhase,
            long nextOrder,
            int nextAttempts,
            int nextCap,
            boolean nextMigrated,
            boolean nextCancel,
            List<Try> nextTries,
            Optional<LateSend> nextLate) {
        return new Job(
                spec,
                nextPhase,
                nextOrder,
                nextAttempts,
                nextCap,
                grantId,
                grantedAtMs,
                taken,
                nextMigrated,
                nextCancel,
                nextTries,
                nextLate);
    }
}
