package dev.sluice.runtime.kafka;

import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DelegationTokenDisabledException;
import org.apache.kafka.common.errors.DelegationTokenExpiredException;
import org.apache.kafka.common.errors.DelegationTokenNotFoundException;
import org.apache.kafka.common.errors.DelegationTokenOwnerMismatchException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnsupportedByAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * What to do when a transactional producer throws (DESIGN section 3 "Errors"). Pure. Its test names every exception class
 * of Kafka's client, so that a new Kafka version with a new class fails the build until somebody has decided.
 *
 * <p>The reasoning: before the commit is asked for, nothing can have become visible, so aborting is always safe, and a new
 * producer is as well. Once it is asked for, only the same call may follow, or a new producer that reads what happened.
 * So whatever is not known here ends the producer.
 */
public final class TransactionErrorPolicy {
    /** Where in the life of a transaction the error came. */
    public enum Phase {
        /** {@code initTransactions}. */
        INIT,
        /** {@code beginTransaction}, a send or its result, the flush. */
        SEND,
        /** {@code commitTransaction}. */
        COMMIT,
        /** {@code abortTransaction}. */
        ABORT
    }

    /** What to do, from mild to grave. */
    public enum Verdict {
        /** The same call again, for a while; then {@link #REBUILD}. Never an abort in the place of a commit. */
        REPEAT_CALL,
        /** Abort, read again what is stored, try again with the same producer. */
        ABORT_AND_RETRY,
        /**
         * Close the producer. When the group has confirmed that the shard is still ours: a new producer, init, read again
         * what is stored, go on from there. The last transaction may or may not have been committed.
         */
        REBUILD,
        /**
         * Another producer with our transactional id has been initialised: close and give the shard up. A transaction that
         * the broker timed out looks the same although nobody else is there (cases D4), so when the group confirms the
         * assignment again, this is a rebuild.
         */
        STEP_DOWN,
        /** Nothing that we can do will help: credentials, permissions, versions. Close and report. */
        STOP
    }

    /** What an exception means, apart from the phase. */
    private enum Kind {
        /** Somebody else has our transactional id, or the broker took our epoch. */
        FENCED,
        /** The broker will say the same again until an operator has changed something. */
        FATAL,
        /** The call took too long. */
        TIMEOUT,
        /** About these records or this transaction; the producer is well. */
        THIS_TRANSACTION,
        /** Says only that something else went wrong: look at its cause. */
        WRAPPER,
        /** Everything else. */
        UNCLEAR
    }

    private static final Set<Class<? extends Throwable>> FENCED = Set.of(
            ProducerFencedException.class,
            InvalidProducerEpochException.class,
            FencedInstanceIdException.class); // another member with our static id: it has the shard now

    /** With their subclasses. */
    private static final Set<Class<? extends Throwable>> FATAL = Set.of(
            AuthenticationException.class,
            AuthorizationException.class,
            DelegationTokenDisabledException.class,
            DelegationTokenExpiredException.class,
            DelegationTokenNotFoundException.class,
            DelegationTokenOwnerMismatchException.class,
            SecurityDisabledException.class,
            UnsupportedByAuthenticationException.class,
            UnsupportedVersionException.class,
            UnsupportedForMessageFormatException.class,
            UnsupportedCompressionTypeException.class,
            InvalidRequiredAcksException.class,
            InvalidTxnTimeoutException.class); // ours is above the broker's transaction.max.timeout.ms

    /** With their subclasses. */
    private static final Set<Class<? extends Throwable>> THIS_TRANSACTION = Set.of(
            RetriableException.class, // retried by the client until its delivery timeout, then given to us
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            InvalidRecordException.class,
            InvalidTimestampException.class,
            InvalidTopicException.class,
            PolicyViolationException.class,
            SerializationException.class,
            TransactionAbortableException.class,
            TransactionAbortedException.class); // a batch that the abort of its transaction threw out

    private static final int MAX_CAUSES = 20; // a chain that loops shall not hold us

    private TransactionErrorPolicy() {}

    /** The verdict on {@code t}, which came in {@code phase}. */
    public static Verdict of(Throwable t, Phase phase) {
        if (anyCause(t, Kind.FENCED)) {
            return Verdict.STEP_DOWN;
        }
        if (anyCause(t, Kind.FATAL)) {
            return Verdict.STOP;
        }
        if (phase == Phase.SEND) {
            Kind kind = firstMeaning(t);
            return kind == Kind.TIMEOUT || kind == Kind.THIS_TRANSACTION ? Verdict.ABORT_AND_RETRY : Verdict.REBUILD;
        }
        // only the timeout of this very call may be repeated; one that is a cause was that of an earlier call
        return kindOf(t) == Kind.TIMEOUT ? Verdict.REPEAT_CALL : Verdict.REBUILD;
    }

    private static boolean anyCause(Throwable t, Kind kind) {
        Throwable at = t;
        for (int i = 0; at != null && i < MAX_CAUSES; i++) {
            if (kindOf(at) == kind) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static Kind firstMeaning(@Nullable Throwable t) {
        Throwable at = t;
        for (int i = 0; at != null && i < MAX_CAUSES; i++) {
            Kind kind = kindOf(at);
            if (kind != Kind.WRAPPER) {
                return kind;
            }
            at = at.getCause();
        }
        return Kind.UNCLEAR;
    }

    private static Kind kindOf(Throwable t) {
        if (t instanceof TimeoutException) {
            return Kind.TIMEOUT;
        }
        if (isOneOf(FENCED, t)) {
            return Kind.FENCED;
        }
        if (isOneOf(FATAL, t)) {
            return Kind.FATAL;
        }
        if (isOneOf(THIS_TRANSACTION, t)) {
            return Kind.THIS_TRANSACTION;
        }
        boolean wrapper = t instanceof ExecutionException
                || t instanceof CompletionException
                || t.getClass() == KafkaException.class;
        return wrapper ? Kind.WRAPPER : Kind.UNCLEAR;
    }

    private static boolean isOneOf(Set<Class<? extends Throwable>> classes, Throwable t) {
        return classes.stream().anyMatch(c -> c.isInstance(t));
    }
}
