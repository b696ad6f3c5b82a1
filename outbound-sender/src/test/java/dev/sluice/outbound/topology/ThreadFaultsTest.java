package dev.sluice.outbound.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A stream thread that dies of Kafka's troubles is replaced; one that would die again ends the process. */
class ThreadFaultsTest {
    private final List<Throwable> fatal = new ArrayList<>();
    private long nowMs;
    private final ThreadFaults faults = new ThreadFaults(fatal::add, () -> nowMs);

    static Stream<RuntimeException> troublesOfKafka() {
        return Stream.of(
                new InvalidTxnStateException("the transaction timed out while the thread stood still"),
                new ProducerFencedException("timed out"),
                new InvalidProducerEpochException("timed out"),
                new InvalidPidMappingException("idle for a week"),
                new TimeoutException("no answer"));
    }

    @ParameterizedTest
    @MethodSource("troublesOfKafka")
    @Tag("D3")
    @Tag("D4")
    void troublesPassHoweverOftenTheyCome(RuntimeException trouble) {
        for (int i = 0; i < 5; i++) {
            assertEquals(REPLACE_THREAD, faults.handle(new StreamsException("died", trouble)));
        }
        assertEquals(List.of(), fatal);
    }

    @Test
    void aFaultOfOurOwnGetsAFewTriesWithinAMinute() {
        RuntimeException ours = new IllegalStateException("memory and store differ");
        for (int i = 0; i < 10; i++) {
            assertEquals(REPLACE_THREAD, faults.handle(new StreamsException("died", ours)));
            nowMs += 30_000;
        }
        faults.handle(new StreamsException("died", ours));

        assertEquals(SHUTDOWN_CLIENT, faults.handle(new StreamsException("died", ours)));
        assertSame(ours, fatal.get(0));
    }

    static Stream<Throwable> whatStays() {
        return Stream.of(
                new FencedInstanceIdException("another one"),
                new TopicAuthorizationException("not allowed"),
                new MissingSourceTopicException("deleted"),
                new OutOfMemoryError("heap"));
    }

    @ParameterizedTest
    @MethodSource("whatStays")
    void whatWillNotPassEndsTheProcessAtOnce(Throwable lasting) {
        assertEquals(SHUTDOWN_CLIENT, faults.handle(new RuntimeException(lasting)));
        assertSame(lasting, fatal.get(0));
    }
}
