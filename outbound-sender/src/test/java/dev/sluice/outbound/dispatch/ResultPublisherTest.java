package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.outbound.wire.Epochs;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must be stored is tried until it is, and what comes too late is not said. */
class ResultPublisherTest {
    private final List<MockProducer<byte[], byte[]>> made = new CopyOnWriteArrayList<>();
    private final AtomicLong skippedNanos = new AtomicLong();
    private final ResultPublisher publisher =
            new ResultPublisher("results", this::producer, () -> System.nanoTime() + skippedNanos.get());

    private Producer<byte[], byte[]> producer() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        made.add(producer);
        return producer;
    }

    @BeforeEach
    void start() {
        publisher.start();
    }

    @AfterEach
    void stop() {
        publisher.close();
    }

    @Test
    void whatFailsIsSentAgainInItsOrder() {
        // Given
        Outgoing first = result(1);
        Outgoing second = result(2);
        publisher.publish(first);
        publisher.publish(second);
        await().until(() -> sent(0).size() == 2);

        // When both fail, the second one before the first
        made.get(0).errorNext(new TimeoutException("slow"));
        made.get(0).errorNext(new TimeoutException("slow"));
        await().until(() -> sent(0).size() == 4);
        complete(0);

        // Then
        assertEquals(List.of(1L, 2L, 1L, 2L), sent(0));
        assertTrue(first.stored().isDone() && second.stored().isDone());
        assertEquals(0, publisher.pending());
    }

    @Test
    void aProducerThatCannotGoOnIsReplaced() {
        // Given
        Outgoing result = result(1);
        publisher.publish(result);
        await().until(() -> sent(0).size() == 1);

        // When
        made.get(0).errorNext(new ClusterAuthorizationException("not any more"));
        await().until(() -> made.size() == 2 && sent(1).size() == 1);
        complete(1);

        // Then
        assertTrue(result.stored().isDone());
        assertTrue(made.get(0).closed());
        assertEquals(2, made.size());
    }

    @Test
    void whatIsTooLargeIsStoredWithoutItsMessage() {
        // Given
        Outgoing result = result(1);
        publisher.publish(result);
        await().until(() -> sent(0).size() == 1);

        // When
        made.get(0).errorNext(new RecordTooLargeException("the topic takes less"));
        await().until(() -> sent(0).size() == 2);
        complete(0);

        // Then
        byte[] stored = made.get(0).history().get(1).value();
        GateRecord.Result lean = (GateRecord.Result) GateRecordCodec.decode(stored);
        assertEquals(ResultClass.SENT, lean.result().resultClass());
        assertEquals(Optional.empty(), lean.result().message());
        assertTrue(result.stored().isDone());
    }

    @Test
    void aBeatThatFailsOrComesLateIsNotSaidAgain() {
        // Given
        publisher.publish(beat());
        await().until(() -> made.size() == 1 && made.get(0).history().size() == 1);
        made.get(0).errorNext(new TimeoutException("slow"));

        // When
        publisher.publish(result(7));
        await().until(() -> made.get(0).history().size() >= 2);
        await().during(Duration.ofMillis(400)).until(() -> made.get(0).history().size() == 2);

        // Then
        assertEquals(1, publisher.pending(), "the result");
        assertFalse(publisher.isBehind());
        skippedNanos.addAndGet(Duration.ofSeconds(6).toNanos());
        assertTrue(publisher.isBehind());
        complete(0);
        assertFalse(publisher.isBehind());
    }

    private void complete(int producer) {
        while (made.get(producer).completeNext()) {
            // all of them
        }
    }

    private List<Long> sent(int producer) {
        return made.size() <= producer
                ? List.of()
                : made.get(producer).history().stream()
                        .map(some -> GateRecordCodec.decode(some.value()))
                        .map(GateRecord.Result.class::cast)
                        .map(some -> some.result().grantId())
                        .toList();
    }

    private static Outgoing result(long grantId) {
        return Outgoing.kept(
                0,
                Attempts.BOT.text(),
                List.of(),
                now -> new GateRecord.Result(new AttemptResult(
                        grantId,
                        "request",
                        Attempts.BOT,
                        1,
                        ResultClass.SENT,
                        OptionalInt.of(200),
                        OptionalLong.of(1),
                        OptionalLong.of(0),
                        Optional.of(RawJson.of("{\"message_id\":1}")),
                        Optional.empty())));
    }

    private static Outgoing beat() {
        GateRecord beat =
                new GateRecord.Beat(Epochs.of(1, new UUID(1, 1)), OptionalLong.of(-1), OptionalLong.empty(), 1);
        return Outgoing.once(0, null, now -> beat);
    }
}
