package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptCodec;
import dev.sluice.model.AttemptResult;
import dev.sluice.model.Names;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.contract.MethodWeights;
import dev.sluice.outbound.contract.TelegramChannel;
import dev.sluice.outbound.gate.GateSettings;
import dev.sluice.outbound.topology.TaskBoard.TaskState;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka Streams does after an aborted transaction: stores as they were before it, and init again on the same object. */
class GateProcessorTest {
    private static final String REQUEST =
            "{\"request_id\":\"a\",\"sender\":\"telegram:110001\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":42}}";

    @TempDir
    Path dir;

    private final TestClock clock = new TestClock();
    private final TaskBoard board = new TaskBoard();
    private final GateProcessor processor = new GateProcessor(
            new GateParts(
                    new Channels(List.of(new TelegramChannel(sender -> MethodWeights.DEFAULT))),
                    sender -> GateSettings.DEFAULT,
                    1,
                    Duration.ofSeconds(1),
                    clock,
                    GateMetrics.NONE,
                    board,
                    () -> 0),
            new Names(""),
            new CommitPace(() -> 0));
    private MockProcessorContext<Place, byte[]> context;
    private List<KeyValueStore<byte[], byte[]>> stores = List.of();

    @BeforeEach
    void start() {
        context = init();
    }

    @Test
    void afterAnAbortNothingOfItIsLeftInMemory() {
        // Given a grant
        open();
        read(Topics.REQUESTS, REQUEST.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
        assertEquals(1, written(Topics.ATTEMPTS).size());

        // When its transaction is aborted
        context = init();

        // Then neither the job nor its slots nor that it was open is remembered
        assertEquals(Map.of(0, TaskState.REBUILDING), board.states());
        open();
        assertTrue(written(Topics.ATTEMPTS).isEmpty());
        read(Topics.REQUESTS, REQUEST.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
        assertEquals(1, written(Topics.OUTCOMES).size());
        assertEquals(1, written(Topics.ATTEMPTS).size());
    }

    @Test
    void whatWasCommittedIsTakenBackAndWhatEndedMeanwhileIsNot() {
        // Given more jobs than one batch of a rebuild, and a sender that is paused
        open();
        command("{\"command\":\"pause\",\"sender\":\"telegram:110001\"}");
        for (int chat = 1; chat <= 1_200; chat++) {
            String request = REQUEST.replace("\"a\"", "\"r" + chat + "\"").replace("42", Integer.toString(chat));
            read(Topics.REQUESTS, request.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
        }

        // When the task moves, and a cancel is read before the rebuild comes by
        context = init(stores);
        command("{\"command\":\"cancel\",\"sender\":\"telegram:110001\",\"request_id\":\"r1200\"}");
        open();

        // Then all others wait, still paused
        assertTrue(written(Topics.ATTEMPTS).isEmpty());
        assertEquals(1, written(Topics.OUTCOMES).size());
        command("{\"command\":\"resume\",\"sender\":\"telegram:110001\"}");
        assertEquals(20, written(Topics.ATTEMPTS).size());
    }

    @Test
    @Tag("R70")
    @Tag("R76")
    void aCooldownIsKeptWhenTheTaskMoves() {
        // Given a bot that was told to wait, and what waits for that
        open();
        read(Topics.REQUESTS, REQUEST.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
        Attempt attempt =
                AttemptCodec.decode((byte[]) written(Topics.ATTEMPTS).get(0).value());
        result(new GateRecord.Result(new AttemptResult(
                attempt.grantId(),
                attempt.requestId(),
                attempt.sender(),
                attempt.attempt(),
                ResultClass.FLOOD,
                OptionalInt.of(429),
                OptionalLong.of(20),
                OptionalLong.of(0),
                Optional.empty(),
                Optional.of(new SendError.Telegram(
                        429, "Too Many Requests", Optional.of(RawJson.of("{\"retry_after\":30}")))))));

        // When nothing is left but what was stored
        context = init(stores);
        open();
        pass(26_000);

        // Then it waits on, and is sent again after the deadline
        assertTrue(written(Topics.ATTEMPTS).isEmpty());
        pass(6_000);
        assertEquals(1, written(Topics.ATTEMPTS).size());
    }

    @Test
    void aClosedTaskIsNoLongerOnTheBoard() {
        processor.close();

        assertEquals(Map.of(), board.states());
    }

    @Test
    void aBarrierOfAnotherTaskOpensNothing() {
        punctuate();
        read(Topics.ATTEMPT_RESULTS, GateRecordCodec.encode(new GateRecord.Barrier("other")), new RecordHeaders());
        RecordHeaders headers = new RecordHeaders();
        headers.add(Barriers.HEADER, "other".getBytes(StandardCharsets.UTF_8));
        read(Topics.COMMANDS, new byte[] {1}, headers);

        assertEquals(Map.of(0, TaskState.SHUT), board.states());
    }

    @Test
    void oneOfTheTwoBarriersIsNotEnough() {
        punctuate();

        readBack(Topics.ATTEMPT_RESULTS);

        assertEquals(Map.of(0, TaskState.SHUT), board.states());
        readBack(Topics.COMMANDS);
        assertEquals(Map.of(0, TaskState.OPEN), board.states());
    }

    @Test
    void aCancelThatIsStoredGoesBeforeTheGrantsOfATaskThatHasMoved() {
        // Given a job that waits since there is no dispatcher
        punctuate();
        readBack(Topics.ATTEMPT_RESULTS);
        readBack(Topics.COMMANDS);
        read(Topics.REQUESTS, REQUEST.getBytes(StandardCharsets.UTF_8), new RecordHeaders());

        // When the task moves, there is a dispatcher, and the commands are read long after the results
        context = init(stores);
        punctuate();
        readBack(Topics.ATTEMPT_RESULTS);
        result(new GateRecord.Opened(TopologyRig.EPOCH, OptionalLong.of(-1)));
        pass(5_000);
        command("{\"command\":\"cancel\",\"sender\":\"telegram:110001\",\"request_id\":\"a\"}");
        readBack(Topics.COMMANDS);
        pass(1_500);

        // Then it was not too late
        assertTrue(written(Topics.ATTEMPTS).isEmpty());
        assertEquals(List.of("cancelled"), states());
    }

    private MockProcessorContext<Place, byte[]> init() {
        List<KeyValueStore<byte[], byte[]>> empty = new ArrayList<>();
        for (String name : Nodes.STORES) {
            empty.add(Stores.keyValueStoreBuilder(
                            Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
                    .withLoggingDisabled()
                    .withCachingDisabled()
                    .build());
        }
        stores = empty;
        return init(empty);
    }

    private MockProcessorContext<Place, byte[]> init(List<KeyValueStore<byte[], byte[]>> with) {
        Properties properties = new Properties();
        properties.put("application.id", "app");
        properties.put("bootstrap.servers", "nowhere:1");
        File state = dir.toFile();
        MockProcessorContext<Place, byte[]> fresh = new MockProcessorContext<>(properties, new TaskId(0, 0), state);
        for (KeyValueStore<byte[], byte[]> store : with) {
            if (!store.isOpen()) {
                store.init(fresh.getStateStoreContext(), store);
            }
            fresh.addStateStore(store);
        }
        processor.init(fresh);
        return fresh;
    }

    /** Rebuilt, both barriers read back, a dispatcher there, and the moment of rest over. */
    private void open() {
        punctuate();
        readBack(Topics.ATTEMPT_RESULTS);
        readBack(Topics.COMMANDS);
        result(new GateRecord.Opened(TopologyRig.EPOCH, OptionalLong.of(-1)));
        pass(1_500);
    }

    /** Time passes, and the dispatcher is there. */
    private void pass(long ms) {
        for (long passed = 0; passed < ms; passed += 500) {
            clock.advance(500);
            result(new GateRecord.Beat(TopologyRig.EPOCH, OptionalLong.of(-1), OptionalLong.empty(), 10));
        }
    }

    private void readBack(TopicSpec topic) {
        Record<?, ?> barrier = written(topic).get(0);
        read(topic, (byte[]) barrier.value(), new RecordHeaders(barrier.headers()));
    }

    private void command(String json) {
        read(Topics.COMMANDS, json.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
    }

    private void result(GateRecord told) {
        read(Topics.ATTEMPT_RESULTS, GateRecordCodec.encode(told), new RecordHeaders());
    }

    private void read(TopicSpec topic, byte[] value, RecordHeaders headers) {
        headers.add("sluice_ts", ByteBuffer.allocate(8).putLong(clock.wallMs()).array());
        context.setRecordMetadata(topic.name(), 0, 0);
        processor.process(new Record<>(new byte[0], value, 0, headers));
    }

    private List<String> states() {
        return written(Topics.OUTCOMES).stream()
                .map(record ->
                        OutcomeCodec.decode((byte[]) record.value()).state().word())
                .toList();
    }

    private List<? extends Record<?, ?>> written(TopicSpec topic) {
        return context.forwarded(Nodes.sink(topic)).stream()
                .map(MockProcessorContext.CapturedForward::record)
                .toList();
    }

    private void punctuate() {
        for (var scheduled : List.copyOf(context.scheduledPunctuators())) {
            if (!scheduled.cancelled()) {
                scheduled.getPunctuator().punctuate(clock.gateMs());
            }
        }
    }
}
