package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a dispatcher says that it lives, and what it can take. */
class BeatsTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final ResultPublisher publisher =
            new ResultPublisher("outbound.attempt-results", () -> producer, System::nanoTime);
    private final Slots slots = new Slots(1, 1);
    private final Desks desks = new Desks();
    private final Beats beats = new Beats(desks, slots, publisher);

    @AfterEach
    void stop() {
        publisher.close();
    }

    @Test
    @Tag("C25")
    void whoSaidThatNothingCanBeTakenSaysSoonWhenSomethingCan() {
        // Given
        publisher.start();
        desks.add(List.of(ScriptedConsumer.partition(0)));
        desks.all().values().forEach(desk -> desk.open(new Takeover(0, CommitNote.first(new UUID(1, 1)))));
        slots.take(Attempts.BOT);
        beats.beat(ms(0));
        beats.beat(ms(40));
        assertEquals(List.of(0), told(1));

        // When
        slots.release(Attempts.BOT);
        beats.beat(ms(45));
        beats.beat(ms(60));
        beats.beat(ms(120));
        beats.beat(ms(1_059));
        beats.beat(ms(1_060));

        // Then
        assertEquals(List.of(0, 1, 1), told(3));
    }

    private List<Integer> told(int count) {
        await().until(() -> producer.history().size() >= count);
        return producer.history().stream()
                .map(some -> ((GateRecord.Beat) GateRecordCodec.decode(some.value())).capacity())
                .toList();
    }

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
