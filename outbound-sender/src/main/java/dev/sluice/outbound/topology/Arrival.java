package dev.sluice.outbound.topology;

import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import dev.sluice.outbound.topology.stored.Trace;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One record as it was read.
 *
 * @param topic the full name
 * @param timestampMs its own timestamp
 */
record Arrival(
        String topic,
        int partition,
        long offset,
        long timestampMs,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers) {

    static Arrival of(Record<byte[], byte[]> read, RecordMetadata at) {
        return new Arrival(
                at.topic(),
                at.partition(),
                at.offset(),
                SourceOrder.timestampOf(read.headers()),
                read.key(),
                read.value(),
                read.headers());
    }

    /** The value; a record without one says nothing. */
    byte[] content() throws RefusedException {
        byte[] bytes = value;
        if (bytes == null) {
            throw new RefusedException("not_json", "no value");
        }
        return bytes;
    }

    boolean isAtHome(Sender sender, int partitions) {
        return Partitions.forSender(sender.text(), partitions) == partition;
    }

    @Nullable
    Header header(String name) {
        return headers.lastHeader(name);
    }

    Trace trace() {
        return Trace.of(headers);
    }
}
