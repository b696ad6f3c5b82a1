package dev.sluice.outbound.topology;

import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Sends a record back that some other producer's partitioner put where its sender does not live: once, with the right key. It
 * keeps its time, by which {@code cancel_chat} judges it. Processed where it lies, two tasks would own one sender.
 */
final class Rerouting {
    static final String REROUTED = "sluice_rerouted";

    private final Sinks sinks;
    private final int partitions;

    Rerouting(Sinks sinks, int partitions) {
        this.sinks = sinks;
        this.partitions = partitions;
    }

    /**
     * True when the record lies elsewhere and was sent home.
     *
     * @throws RefusedException when it was sent before
     */
    boolean sendsHome(Arrival arrival, TopicSpec topic, Sender sender, byte[] value) throws RefusedException {
        if (arrival.isAtHome(sender, partitions)) {
            return false;
        }
        if (arrival.header(REROUTED) != null) {
            throw new RefusedException(
                    RefusedException.MISROUTED, "not in its sender's partition, after it was sent there");
        }
        RecordHeaders headers = new RecordHeaders();
        arrival.trace().addTo(headers);
        headers.add(REROUTED, Integer.toString(arrival.partition()).getBytes(StandardCharsets.UTF_8));
        Place home = new Place(
                sender.text().getBytes(StandardCharsets.UTF_8), Partitions.forSender(sender.text(), partitions));
        sinks.write(topic, home, value, headers, arrival.timestampMs());
        return true;
    }
}
