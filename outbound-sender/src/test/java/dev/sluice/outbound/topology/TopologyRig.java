package dev.sluice.outbound.topology;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptCodec;
import dev.sluice.model.AttemptResult;
import dev.sluice.model.Names;
import dev.sluice.model.Outcome;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.contract.MethodWeights;
import dev.sluice.outbound.contract.TelegramChannel;
import dev.sluice.outbound.gate.GateSettings;
import dev.sluice.outbound.wire.Epochs;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology in a test driver, with one partition, a clock of its own and a dispatcher that says what it is told to say. */
final class TopologyRig implements AutoCloseable {
    static final Sender BOT = Sender.telegram(110001);
    static final String EPOCH = Epochs.of(1, UUID.fromString("0e8c0000-0000-4000-8000-000000000001"));
    private static final long TICK_MS = 10;

    final TestClock clock = new TestClock();
    final TaskBoard board = new TaskBoard();
    private final Names names = new Names("");
    private final TopologyTestDriver driver;
    private long nextBeatMs;
    private boolean beating;

    TopologyRig(Path state) {
        this(state, 1);
    }

    /** @param partitions of the topics, of which the driver serves the first */
    TopologyRig(Path state, int partitions) {
        GateParts parts = new GateParts(
                new Channels(List.of(new TelegramChannel(sender -> MethodWeights.DEFAULT))),
                sender -> GateSettings.DEFAULT,
                partitions,
                Duration.ofSeconds(1),
                clock,
                GateMetrics.NONE,
                board,
                () -> 0);
        Properties properties =
                StreamsProperties.of("rig", Map.of("bootstrap.servers", "nowhere:1"), Optional.empty(), state, 1);
        // the driver knows no transactions
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, false);
        driver = new TopologyTestDriver(
                GateTopology.build(names, parts), properties, Instant.ofEpochMilli(clock.wallMs()));
    }

    /** Time passes; a dispatcher that has opened goes on to beat. */
    void advance(long ms) {
        for (long left = ms; left > 0; left -= TICK_MS) {
            long step = Math.min(TICK_MS, left);
            clock.advance(step);
            driver.advanceWallClockTime(Duration.ofMillis(step));
            if (beating && clock.gateMs() >= nextBeatMs) {
                beat();
            }
        }
    }

    /** The task is open and a dispatcher has taken over; the moment for which a fresh gate rests is over. */
    TopologyRig ready() {
        advance(20);
        result(new GateRecord.Opened(EPOCH, OptionalLong.of(-1)));
        beating = true;
        beat();
        advance(1_200);
        return this;
    }

    private void beat() {
        nextBeatMs = clock.gateMs() + 1_000;
        result(new GateRecord.Beat(EPOCH, OptionalLong.of(-1), OptionalLong.empty(), 100));
    }

    void request(String json) {
        request(json, new RecordHeaders());
    }

    void request(String json, Headers headers) {
        pipe(Topics.REQUESTS, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    void message(String id, long chat) {
        request("{\"request_id\":\"" + id + "\",\"sender\":\"" + BOT.text()
                + "\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":" + chat + ",\"text\":\"hi\"}}");
    }

    void command(String json) {
        pipe(Topics.COMMANDS, json.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
    }

    void result(GateRecord gateRecord) {
        pipe(Topics.ATTEMPT_RESULTS, GateRecordCodec.encode(gateRecord), new RecordHeaders());
    }

    void result(Attempt attempt, ResultClass resultClass, int status) {
        result(resultOf(attempt, resultClass, status, Optional.empty()));
    }

    /** Sent 20 ms ago, and answered just now. */
    static GateRecord.Result resultOf(Attempt attempt, ResultClass resultClass, int status, Optional<SendError> error) {
        return new GateRecord.Result(new AttemptResult(
                attempt.grantId(),
                attempt.requestId(),
                attempt.sender(),
                attempt.attempt(),
                resultClass,
                OptionalInt.of(status),
                OptionalLong.of(20),
                OptionalLong.of(0),
                Optional.empty(),
                error));
    }

    void pipe(TopicSpec topic, byte @Nullable [] value, Headers headers) {
        pipe(topic, value, headers, clock.wallMs());
    }

    private void pipe(TopicSpec topic, byte @Nullable [] value, Headers headers, long timestampMs) {
        input(topic).pipeInput(new TestRecord<>(null, value, headers, Instant.ofEpochMilli(timestampMs)));
    }

    /** A dispatcher's word that is stored now and read only after so long, as nothing else is in between. */
    void readAfter(long ms, GateRecord stored) {
        long storedMs = clock.wallMs();
        beating = false;
        advance(ms);
        pipe(Topics.ATTEMPT_RESULTS, GateRecordCodec.encode(stored), new RecordHeaders(), storedMs);
        beating = true;
        beat();
    }

    private TestInputTopic<byte[], byte[]> input(TopicSpec topic) {
        return driver.createInputTopic(names.topic(topic), new ByteArraySerializer(), new ByteArraySerializer());
    }

    List<TestRecord<byte[], byte[]>> read(TopicSpec topic) {
        TestOutputTopic<byte[], byte[]> output =
                driver.createOutputTopic(names.topic(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        return output.readRecordsToList();
    }

    List<Attempt> attempts() {
        return read(Topics.ATTEMPTS).stream()
                .map(r -> AttemptCodec.decode(r.value()))
                .toList();
    }

    List<Outcome> outcomes() {
        return read(Topics.OUTCOMES).stream()
                .map(r -> OutcomeCodec.decode(r.value()))
                .toList();
    }

    List<String> states() {
        return outcomes().stream()
                .map(outcome -> outcome.requestId() + " " + outcome.state().word())
                .toList();
    }

    static String header(TestRecord<byte[], byte[]> read, String name) {
        var header = read.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    long stored(String store) {
        long count = 0;
        try (var all = driver.<byte[], byte[]>getKeyValueStore(store).all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    @Override
    public void close() {
        driver.close();
    }
}
