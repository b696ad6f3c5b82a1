package dev.sluice.outbound.topology;

import dev.sluice.model.TopicSpec;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Writes records. Each has its own time and headers: what is forwarded without them inherits the timestamp that only orders the
 * sources, and would be deleted by the next retention run.
 */
final class Sinks {
    private final ProcessorContext<Place, byte[]> context;
    private final GateClock clock;

    Sinks(ProcessorContext<Place, byte[]> context, GateClock clock) {
        this.context = context;
        this.clock = clock;
    }

    void write(TopicSpec topic, Place place, byte @Nullable [] value) {
        write(topic, place, value, new RecordHeaders());
    }

    void write(TopicSpec topic, Place place, byte @Nullable [] value, Headers headers) {
        write(topic, place, value, headers, clock.wallMs());
    }

    /** @param timestampMs not negative. The topics that the gate writes have the broker's time in its place */
    @SuppressWarnings("NullAway") // a record may have no value: a tombstone
    void write(TopicSpec topic, Place place, byte @Nullable [] value, Headers headers, long timestampMs) {
        context.forward(new Record<>(place, value, Math.max(0, timestampMs), headers), Nodes.sink(topic));
    }
}
