package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Names;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.gate.GateSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;
import org.junit.jupiter.api.Test;

class GateTopologyTest {

    /** A difference here is an upgrade decision: names of nodes and stores are names of stored state. */
    @Test
    void theTopologyIsAsItWasWhenStateWasLastWritten() throws IOException {
        String golden;
        try (var in = GateTopologyTest.class.getResourceAsStream("gate-topology.txt")) {
            golden = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        assertEquals(golden.strip(), topology("test.").describe().toString().strip());
    }

    @Test
    void whatTheGuaranteesRestOnIsNotAUsersToChange() {
        Properties p = StreamsProperties.of(
                "app",
                Map.of(
                        "bootstrap.servers",
                        "nowhere:1",
                        "processing.guarantee",
                        "at_least_once",
                        "num.stream.threads",
                        4,
                        "max.task.idle.ms",
                        -1L,
                        "poll.ms",
                        7),
                Optional.of("one"),
                Path.of("state"),
                1);

        StreamsConfig config = new StreamsConfig(p);

        assertEquals(StreamsConfig.EXACTLY_ONCE_V2, config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        assertEquals(1, config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG));
        assertEquals(0L, config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG));
        assertEquals(7L, config.getLong(StreamsConfig.POLL_MS_CONFIG));
        assertEquals(
                LogAndFailProcessingExceptionHandler.class,
                config.processingExceptionHandler().getClass());
        // of the first and only thread
        assertEquals("one-0", config.getMainConsumerConfigs("app", "c", 0).get("group.instance.id"));
    }

    @Test
    void theTimeoutsHangTogether() {
        assertTrue(StreamsProperties.SESSION_TIMEOUT.compareTo(StreamsProperties.TRANSACTION_TIMEOUT) < 0);
        assertTrue(StreamsProperties.TRANSACTION_TIMEOUT.compareTo(GateSettings.DEFAULT.attemptLease()) < 0);
    }

    private static Topology topology(String prefix) {
        return GateTopology.build(
                new Names(prefix),
                new GateParts(
                        new Channels(List.of()),
                        sender -> GateSettings.DEFAULT,
                        12,
                        Duration.ofSeconds(1),
                        new TestClock(),
                        GateMetrics.NONE,
                        new TaskBoard(),
                        () -> 0));
    }
}
