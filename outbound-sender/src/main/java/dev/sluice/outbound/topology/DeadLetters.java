package dev.sluice.outbound.topology;

import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Topics;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Puts aside what cannot be done: the bytes as they came, and in the headers why, and where they stood. */
final class DeadLetters {
    private final Sinks sinks;
    private final GateMetrics metrics;

    DeadLetters(Sinks sinks, GateMetrics metrics) {
        this.sinks = sinks;
        this.metrics = metrics;
    }

    void add(Arrival arrival, RefusedException why) {
        RecordHeaders headers = new RecordHeaders();
        arrival.trace().addTo(headers);
        new DeadLetterHeaders(
                        why.reason(),
                        why.detail(),
                        Optional.of(new RecordPlace(arrival.topic(), arrival.partition(), arrival.offset())),
                        Optional.of(Instant.ofEpochMilli(arrival.timestampMs())))
                .addTo(headers);
        sinks.write(Topics.DEAD_LETTERS, new Place(arrival.key(), -1), arrival.value(), headers);
        metrics.deadLetter(why.reason());
    }
}
