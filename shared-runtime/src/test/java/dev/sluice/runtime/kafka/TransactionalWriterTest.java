package dev.sluice.runtime.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.kafka.TransactionErrorPolicy.Phase;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R32")
@Tag("R35")
@Tag("R36")
class TransactionalWriterTest {
    private final AtomicLong now = new AtomicLong();
    private final ScriptedProducer producer = new ScriptedProducer();
    private final TransactionalWriter writer = new TransactionalWriter(producer, Duration.ofSeconds(15), now::get);

    @Test
    void aCommitSendsAllAndSaysWhereTheyAre() throws WriteFailure {
        writer.init();

        var stored = writer.commit(List.of(record("a", 0), record("b", 0), record("c", 0)));

        assertEquals(1, producer.commitCount());
        assertEquals(3, producer.history().size());
        assertEquals(
                List.of("t-0@0", "t-0@1", "t-0@2"),
                stored.stream().map(Object::toString).toList());
    }

    @Test
    void anEmptyTransactionIsAProgrammingError() throws WriteFailure {
        writer.init();

        assertThrows(IllegalArgumentException.class, () -> writer.commit(List.of()));
        assertFalse(producer.transactionInFlight());
    }

    @Test
    void afterAFailedSendTheTransactionIsAborted() throws WriteFailure {
        writer.init();
        producer.failSend(1, new RecordTooLargeException("x"));

        WriteFailure failure =
                assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0), record("b", 0))));

        assertEquals(Verdict.ABORT_AND_RETRY, failure.verdict());
        assertEquals(Phase.SEND, failure.phase());
        assertFalse(failure.inDoubt());
        assertEquals(List.of("begin", "send", "send", "commit", "abort"), producer.calls);
        assertEquals(1, writer.commit(List.of(record("a", 0))).size());
    }

    @Test
    void aSendThatThrowsStopsTheSending() throws WriteFailure {
        writer.init();
        producer.throwAt("send", new TimeoutException("no metadata"));

        WriteFailure failure =
                assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0), record("b", 0))));

        assertEquals(Verdict.ABORT_AND_RETRY, failure.verdict());
        assertEquals(List.of("begin", "send", "abort"), producer.calls);
    }

    @Test
    void theGravestFailureDecides() throws WriteFailure {
        writer.init();
        producer.failSend(0, new TimeoutException("x"));
        producer.failSend(1, new ProducerFencedException("x"));
        producer.failSend(2, new KafkaException("in an error state"));

        WriteFailure failure = assertThrows(
                WriteFailure.class, () -> writer.commit(List.of(record("a", 0), record("b", 0), record("c", 0))));

        assertEquals(Verdict.STEP_DOWN, failure.verdict());
        assertEquals(List.of("begin", "send", "send", "send", "commit", "close PT0S"), producer.calls);
    }

    @Test
    void aCommitThatTimesOutIsAskedForAgain() throws WriteFailure {
        writer.init();
        producer.throwAt("commit", new TimeoutException("1"));
        producer.throwAt("commit", new TimeoutException("2"));

        writer.commit(List.of(record("a", 0)));

        assertEquals(List.of("begin", "send", "commit", "commit", "commit"), producer.calls);
        assertEquals(1, producer.commitCount());
    }

    @Test
    void aCommitInDoubtClosesAndNeverAborts() throws WriteFailure {
        writer.init();
        for (int i = 0; i < 9; i++) {
            producer.throwAt("commit", new TimeoutException("x"));
        }

        WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0))));

        assertEquals(Verdict.REBUILD, failure.verdict());
        assertTrue(failure.inDoubt());
        assertEquals(
                List.of("begin", "send", "commit", "commit", "commit", "close PT0S"),
                producer.calls,
                "5 s each, for 15 s");
        assertThrows(IllegalStateException.class, () -> writer.commit(List.of(record("a", 0))));
    }

    @Test
    void aSendThatExpiresWhileTheCommitWaitsIsAborted() throws WriteFailure {
        writer.init();
        producer.throwAt("commit", new TimeoutException("the records are not there yet"));
        producer.failSend(0, new TimeoutException("expired"));

        WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0))));

        assertEquals(Verdict.ABORT_AND_RETRY, failure.verdict());
        assertFalse(failure.inDoubt());
        assertEquals(List.of("begin", "send", "commit", "commit", "abort"), producer.calls);
    }

    @Test
    void aCommitThatIsRefusedClosesToo() throws WriteFailure {
        writer.init();
        producer.throwAt("commit", new InvalidPidMappingException("expired"));

        WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0))));

        assertEquals(Verdict.REBUILD, failure.verdict());
        assertTrue(producer.closed());
    }

    @Test
    void anAbortThatFailsDecidesInTheEnd() throws WriteFailure {
        writer.init();
        producer.failSend(0, new TimeoutException("x"));
        producer.throwAt("abort", new TimeoutException("slow"));
        producer.throwAt("abort", new ProducerFencedException("x"));

        WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0))));

        assertEquals(Verdict.STEP_DOWN, failure.verdict());
        assertEquals(Phase.ABORT, failure.phase());
        assertTrue(producer.closed());
    }

    @Test
    void anInitThatTimesOutIsRepeatedForAWhile() {
        for (int i = 0; i < 9; i++) {
            producer.throwAt("init", new TimeoutException("x"));
        }

        WriteFailure failure = assertThrows(WriteFailure.class, writer::init);

        assertEquals(Verdict.REBUILD, failure.verdict());
        assertEquals(List.of("init", "init", "init", "close PT0S"), producer.calls);
    }

    @Test
    void anInitWithoutPermissionStops() {
        producer.throwAt("init", new TopicAuthorizationException("t"));

        assertEquals(
                Verdict.STOP, assertThrows(WriteFailure.class, writer::init).verdict());
    }

    @Test
    void anInterruptClosesAndIsNotSwallowed() throws WriteFailure {
        writer.init();
        producer.throwAt("commit", new InterruptException("x"));

        WriteFailure failure = assertThrows(WriteFailure.class, () -> writer.commit(List.of(record("a", 0))));

        assertEquals(Verdict.REBUILD, failure.verdict());
        assertTrue(Thread.interrupted(), "the flag stands");
        assertFalse(producer.interruptedAtClose, "but not while closing");
    }

    @Test
    void belongsToTheThreadThatInitialisedIt() throws WriteFailure {
        writer.init();

        IllegalStateException elsewhere = CompletableFuture.supplyAsync(() ->
                        assertThrows(IllegalStateException.class, () -> writer.commit(List.of(record("a", 0)))))
                .join();

        assertEquals("the writer belongs to another thread", elsewhere.getMessage());
        assertThrows(IllegalStateException.class, writer::init, "a second init");
    }

    @Test
    void closesOnceAndCommitsNothing() throws WriteFailure {
        writer.init();

        writer.close(Duration.ofSeconds(2));
        writer.close();

        assertEquals(List.of("close PT2S"), producer.calls);
        assertEquals(0, producer.commitCount());
    }

    @Test
    void aCloseThatFailsIsOnlyLogged() throws WriteFailure {
        writer.init();
        producer.throwAt("close", new KafkaException("x"));

        writer.close();

        assertThrows(IllegalStateException.class, () -> writer.commit(List.of(record("a", 0))));
    }

    private static ProducerRecord<byte[], byte[]> record(String value, int partition) {
        return new ProducerRecord<>("t", partition, new byte[] {1}, value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Kafka's own mock, with failures on demand; each throw of a call takes five seconds of the test's clock. As in the real
     * producer, a commit fails when a send has failed, and nothing becomes visible.
     */
    private final class ScriptedProducer extends MockProducer<byte[], byte[]> {
        final List<String> calls = new ArrayList<>();
        boolean interruptedAtClose;
        private final Map<String, Deque<RuntimeException>> throwing = new HashMap<>();
        private final Map<Integer, RuntimeException> failing = new HashMap<>();
        private int sent;
        private @Nullable RuntimeException sendFailed;

        ScriptedProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        void throwAt(String call, RuntimeException e) {
            throwing.computeIfAbsent(call, c -> new ArrayDeque<>()).add(e);
        }

        void failSend(int nth, RuntimeException e) {
            failing.put(nth, e);
        }

        private void called(String call, String noted) {
            calls.add(noted);
            Deque<RuntimeException> next = throwing.getOrDefault(call, new ArrayDeque<>());
            if (!next.isEmpty()) {
                now.addAndGet(Duration.ofSeconds(5).toNanos());
                RuntimeException e = next.remove();
                if (e instanceof InterruptException) {
                    Thread.currentThread().interrupt();
                }
                throw e;
            }
        }

        @Override
        public void initTransactions() {
            called("init", "init");
            super.initTransactions();
            calls.clear();
        }

        @Override
        public void beginTransaction() {
            called("begin", "begin");
            sent = 0;
            sendFailed = null;
            super.beginTransaction();
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
            called("send", "send");
            RuntimeException failure = failing.remove(sent++);
            if (failure == null) {
                return super.send(record);
            }
            sendFailed = failure;
            return CompletableFuture.failedFuture(failure);
        }

        @Override
        public void commitTransaction() {
            called("commit", "commit");
            if (sendFailed != null) {
                throw new KafkaException("in an error state", sendFailed);
            }
            super.commitTransaction();
        }

        @Override
        public void abortTransaction() {
            called("abort", "abort");
            super.abortTransaction();
        }

        @Override
        public void close(Duration timeout) {
            interruptedAtClose = Thread.currentThread().isInterrupted();
            called("close", "close " + timeout);
            super.close(timeout);
        }
    }
}
