package dev.sluice.outbound.wire;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.Sender;
import java.util.OptionalLong;

/**
 * A value of {@code outbound.attempt-results}: what the gate learns about its attempts and about the dispatcher of its
 * partition. All but {@link Barrier} are written by dispatchers.
 */
public sealed interface GateRecord {

    /** What came of a call. The only kind that CONTRACT describes, and the only one without a {@code type}. */
    record Result(AttemptResult result) implements GateRecord {}

    /**
     * A dispatcher has taken over the partition: it starts grants of this epoch only.
     *
     * @param epoch {@link Epochs}. The one with the highest number is in force
     * @param taken the highest {@code grant_id} whose position was committed before its call, -1 when none ever was; empty
     *     when that cannot be known, and then every older grant counts as taken
     */
    record Opened(String epoch, OptionalLong taken) implements GateRecord {
        public Opened {
            epoch = Epochs.check(epoch);
        }

        /** What orders epochs. */
        public long number() {
            return Epochs.number(epoch);
        }
    }

    /**
     * The dispatcher of this epoch is alive and takes grants: stored about once a second per partition.
     *
     * @param taken as in {@link Opened}, as it is now
     * @param oldest the lowest taken grant of this dispatcher whose result is not stored yet; empty when there is none. So a
     *     grant of this epoch at or below {@code taken} and below {@code oldest} has its result in front of this record
     * @param capacity how many more calls may be started now of this partition's grants: what is free in the process, shared
     *     out among the partitions that it holds
     */
    record Beat(String epoch, OptionalLong taken, OptionalLong oldest, int capacity) implements GateRecord {
        public Beat {
            epoch = Epochs.check(epoch);
        }
    }

    /**
     * The request went out and no answer has come yet.
     *
     * @param msSinceSent since its last byte was handed to the socket
     */
    record Sending(long grantId, Sender sender, String requestId, long msSinceSent) implements GateRecord {}

    /**
     * The attempt was not started, and will not be: the job goes back to its place, and no attempt was consumed.
     *
     * @param restMs granting the same again before that is of no use: the reason still holds
     */
    record Returned(long grantId, Sender sender, String requestId, ReturnReason reason, long restMs)
            implements GateRecord {}

    /**
     * There is a credential of the sender, or another one than before: a lane that is parked for want of it need not wait.
     *
     * @param epoch of the dispatcher that has it, as in {@link Opened}
     */
    record Credentials(Sender sender, String epoch) implements GateRecord {
        public Credentials {
            epoch = Epochs.check(epoch);
        }
    }

    /** Written by a task of the gate to its own partition, which opens when it reads it back. */
    record Barrier(String nonce) implements GateRecord {}
}
