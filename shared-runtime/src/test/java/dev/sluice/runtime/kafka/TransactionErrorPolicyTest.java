package dev.sluice.runtime.kafka;

import static dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict.ABORT_AND_RETRY;
import static dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict.REBUILD;
import static dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict.REPEAT_CALL;
import static dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict.STEP_DOWN;
import static dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict.STOP;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.runtime.kafka.TransactionErrorPolicy.Phase;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@Tag("R35")
@Tag("R36")
class TransactionErrorPolicyTest {
    /** What is expected in INIT, SEND, COMMIT, ABORT. */
    private record Expected(Verdict init, Verdict send, Verdict commit, Verdict abort) {
        Verdict in(Phase phase) {
            return switch (phase) {
                case INIT -> init;
                case SEND -> send;
                case COMMIT -> commit;
                case ABORT -> abort;
            };
        }
    }

    private static final Expected TIMED_OUT = new Expected(REPEAT_CALL, ABORT_AND_RETRY, REPEAT_CALL, REPEAT_CALL);
    private static final Expected FENCED = new Expected(STEP_DOWN, STEP_DOWN, STEP_DOWN, STEP_DOWN);
    private static final Expected HOPELESS = new Expected(STOP, STOP, STOP, STOP);
    private static final Expected ABORTABLE = new Expected(REBUILD, ABORT_AND_RETRY, REBUILD, REBUILD);
    private static final Expected UNCLEAR = new Expected(REBUILD, REBUILD, REBUILD, REBUILD);

    private static final Map<String, Expected> EXPECTED = new HashMap<>();

    static {
        expect(TIMED_OUT, "Timeout");
        expect(FENCED, "ProducerFenced", "InvalidProducerEpoch", "FencedInstanceId");
        expect(
                HOPELESS,
                "Authentication",
                "IllegalSaslState",
                "SaslAuthentication",
                "SslAuthentication",
                "UnsupportedSaslMechanism",
                "Authorization",
                "ClusterAuthorization",
                "DelegationTokenAuthorization",
                "GroupAuthorization",
                "TopicAuthorization",
                "TransactionalIdAuthorization",
                "DelegationTokenDisabled",
                "DelegationTokenExpired",
                "DelegationTokenNotFound",
                "DelegationTokenOwnerMismatch",
                "SecurityDisabled",
                "UnsupportedByAuthentication",
                "UnsupportedVersion",
                "UnsupportedForMessageFormat",
                "UnsupportedCompressionType",
                "InvalidRequiredAcks",
                "InvalidTxnTimeout");
        expect(
                ABORTABLE,
                // about the records or this transaction
                "RecordTooLarge",
                "RecordBatchTooLarge",
                "InvalidTimestamp",
                "InvalidTopic",
                "PolicyViolation",
                "Serialization",
                "RecordDeserialization",
                "TransactionAbortable",
                "TransactionAborted",
                // retried by the client until its delivery timeout
                "AuthorizerNotReady",
                "ConcurrentTransactions",
                "CoordinatorLoadInProgress",
                "CoordinatorNotAvailable",
                "CorruptRecord",
                "Disconnect",
                "ElectionNotNeeded",
                "EligibleLeadersNotAvailable",
                "FencedLeaderEpoch",
                "FetchSessionIdNotFound",
                "FetchSessionTopicId",
                "InconsistentTopicId",
                "InvalidFetchSessionEpoch",
                "InvalidShareSessionEpoch",
                "KafkaStorage",
                "LeaderNotAvailable",
                "ListenerNotFound",
                "Network",
                "NotController",
                "NotCoordinator",
                "NotEnoughReplicas",
                "NotEnoughReplicasAfterAppend",
                "NotLeaderOrFollower",
                "OffsetNotAvailable",
                "PreferredLeaderNotAvailable",
                "ReplicaNotAvailable",
                "ShareSessionLimitReached",
                "ShareSessionNotFound",
                "ThrottlingQuotaExceeded",
                "UnknownLeaderEpoch",
                "UnknownTopicId",
                "UnknownTopicOrPartition",
                "UnstableOffsetCommit");
        expect(
                UNCLEAR,
                // these a transactional producer knows
                "InvalidPidMapping",
                "OutOfOrderSequence",
                "UnknownProducerId",
                "InvalidTxnState",
                "DuplicateSequence",
                "TransactionCoordinatorFenced",
                "TransactionalIdNotFound",
                "UnknownServer",
                "Interrupt",
                "Wakeup",
                "Api",
                "InvalidConfiguration",
                "InvalidRequest",
                "InvalidReplicationFactor",
                "IllegalGeneration",
                "UnknownMemberId",
                "RebalanceInProgress",
                "BootstrapResolution",
                "RebootstrapRequired",
                // these it should never see
                "BrokerIdNotRegistered",
                "BrokerNotAvailable",
                "ControllerIdNotRegistered",
                "ControllerMoved",
                "DuplicateBrokerRegistration",
                "DuplicateResource",
                "DuplicateVoter",
                "FeatureUpdateFailed",
                "FencedMemberEpoch",
                "FencedStateEpoch",
                "GroupDeletionFailed",
                "GroupIdNotFound",
                "GroupMaxSizeReached",
                "GroupNotEmpty",
                "GroupSubscribedToTopic",
                "InconsistentClusterId",
                "InconsistentGroupProtocol",
                "InconsistentVoterSet",
                "IneligibleReplica",
                "InvalidCommitOffsetSize",
                "InvalidFetchSize",
                "InvalidGroupId",
                "InvalidOffset",
                "InvalidPartitions",
                "InvalidPrincipalType",
                "InvalidRecordState",
                "InvalidRegistration",
                "InvalidRegularExpression",
                "InvalidReplicaAssignment",
                "InvalidSessionTimeout",
                "InvalidUpdateVersion",
                "InvalidVoterKey",
                "LogDirNotFound",
                "MemberIdRequired",
                "MismatchedEndpointType",
                "NewLeaderElected",
                "NoReassignmentInProgress",
                "OffsetMetadataTooLarge",
                "OffsetMovedToTieredStorage",
                "OffsetOutOfRange",
                "OperationNotAttempted",
                "PositionOutOfRange",
                "PrincipalDeserialization",
                "ReassignmentInProgress",
                "ResourceNotFound",
                "SnapshotNotFound",
                "StaleBrokerEpoch",
                "StaleMemberEpoch",
                "StreamsInvalidTopologyEpoch",
                "StreamsInvalidTopology",
                "StreamsTopologyDescriptionUpdateFailed",
                "StreamsTopologyFenced",
                "TelemetryTooLarge",
                "TopicDeletionDisabled",
                "TopicExists",
                "UnacceptableCredential",
                "UnknownControllerId",
                "UnknownSubscriptionId",
                "UnreleasedInstanceId",
                "UnsupportedAssignor",
                "UnsupportedEndpointType",
                "VoterNotFound");
    }

    private static void expect(Expected expected, String... names) {
        for (String name : names) {
            assertEquals(null, EXPECTED.put(name, expected), name + " is expected twice");
        }
    }

    @TestFactory
    Stream<DynamicTest> everyErrorClassOfKafkaHasItsVerdict() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (Class<? extends Throwable> c : KafkaErrorClasses.all()) {
            tests.add(DynamicTest.dynamicTest(c.getSimpleName(), () -> {
                Expected expected = EXPECTED.get(shortName(c));
                if (expected == null) {
                    throw new AssertionError(c + " is new: decide, in the policy and here");
                }
                Throwable t = KafkaErrorClasses.instance(c);
                for (Phase phase : Phase.values()) {
                    assertEquals(expected.in(phase), TransactionErrorPolicy.of(t, phase), c + " in " + phase);
                }
            }));
        }
        return tests.stream();
    }

    @Test
    void nothingIsExpectedThatKafkaDoesNotHave() throws Exception {
        TreeSet<String> gone = new TreeSet<>(EXPECTED.keySet());
        KafkaErrorClasses.all().forEach(c -> gone.remove(shortName(c)));

        assertEquals(new TreeSet<>(), gone);
    }

    @Test
    void aWrapperMeansWhatItsCauseMeans() {
        Throwable tooLarge = new RecordTooLargeException("x");
        Throwable fenced = new ProducerFencedException("x");

        assertEquals(ABORT_AND_RETRY, send(new ExecutionException(tooLarge)));
        assertEquals(ABORT_AND_RETRY, send(new KafkaException("we are in an error state", tooLarge)));
        assertEquals(STEP_DOWN, send(new KafkaException("we are in an error state", fenced)));
        assertEquals(STEP_DOWN, send(new IllegalStateException("a previous request has failed", fenced)));
        assertEquals(STOP, send(new CompletionException(new TopicAuthorizationException("t"))));
        assertEquals(REBUILD, send(new KafkaException("producer closed")));
        assertEquals(REBUILD, send(new IllegalStateException("invalid transition", tooLarge)));
        assertEquals(ABORT_AND_RETRY, send(new InvalidRecordException("x")));
    }

    @Test
    void onlyTheTimeoutOfTheVeryCallIsRepeated() {
        Throwable earlier = new KafkaException("we are in an error state", new TimeoutException("of a send"));

        for (Phase phase : new Phase[] {Phase.INIT, Phase.COMMIT, Phase.ABORT}) {
            assertEquals(REPEAT_CALL, TransactionErrorPolicy.of(new TimeoutException("x"), phase));
            assertEquals(REBUILD, TransactionErrorPolicy.of(earlier, phase));
        }
        assertEquals(ABORT_AND_RETRY, send(earlier));
    }

    @Test
    void aCommitIsNeverAnsweredByAnAbort() throws Exception {
        for (Class<? extends Throwable> c : KafkaErrorClasses.all()) {
            Verdict verdict = TransactionErrorPolicy.of(KafkaErrorClasses.instance(c), Phase.COMMIT);
            assertEquals(false, verdict == ABORT_AND_RETRY, c.getName());
        }
    }

    @Test
    void whatTheClientThrowsBesidesIsARebuild() {
        for (Throwable t : Arrays.asList(
                new RuntimeException("x"),
                new IllegalStateException("x"),
                new KafkaException("x"),
                new InterruptException("x"),
                new InvalidTxnStateException("timed out by the broker, or fenced: case D4"),
                new OutOfMemoryError("x"))) {
            for (Phase phase : Phase.values()) {
                assertEquals(REBUILD, TransactionErrorPolicy.of(t, phase), t + " in " + phase);
            }
        }
        boolean flag = Thread.interrupted(); // InterruptException's constructor sets it
        assertEquals(true, flag);
    }

    @Test
    void aChainThatLoopsEnds() {
        Exception a = new KafkaException("a");
        Exception b = new KafkaException("b", a);
        a.initCause(b);

        assertEquals(REBUILD, send(a));
    }

    private static Verdict send(Throwable t) {
        return TransactionErrorPolicy.of(t, Phase.SEND);
    }

    private static String shortName(Class<?> c) {
        return c.getSimpleName().replaceFirst("Exception$", "");
    }
}
