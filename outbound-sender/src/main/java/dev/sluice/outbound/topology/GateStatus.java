package dev.sluice.outbound.topology;

import dev.sluice.outbound.topology.TaskBoard.TaskState;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;

/** How the gate's machinery stands, for the metrics. Thread-safe; asks nobody and waits for nothing. */
public interface GateStatus {
    /** What {@link #streamsState} may say. */
    List<String> STREAMS_STATES =
            Stream.of(KafkaStreams.State.values()).map(GateStatus::word).toList();

    /** The stores whose restoring is told. */
    List<String> STORES = Nodes.STORES;

    /** Kafka Streams' own word in lower case; empty between two starts. */
    Optional<String> streamsState();

    /** Partitions of this process in that state. */
    long tasks(TaskState state);

    /** Records of the store's changelog that have yet to be read, of all partitions that are being restored. */
    long restoreRemaining(String store);

    /** Records that were restored so far, since the process started. */
    long restored(String store);

    /** Seconds that commits have taken of the stream thread's time; begins anew with each of its producers. */
    double committingSeconds();

    /** A state's word. */
    static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
