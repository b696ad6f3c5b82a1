package dev.sluice.outbound.topology;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Gives all records of a source the same timestamp, 0, 1 or 2, so that results go before commands and commands before
 * requests. The record's own timestamp, which {@code cancel_chat} and dead letters need, goes with it in a header.
 */
record SourceOrder(Source source) implements TimestampExtractor {
    private static final String TIMESTAMP = "sluice_ts";

    @Override
    public long extract(ConsumerRecord<Object, Object> arrived, long partitionTime) {
        arrived.headers()
                .remove(TIMESTAMP)
                .add(
                        TIMESTAMP,
                        ByteBuffer.allocate(Long.BYTES)
                                .putLong(arrived.timestamp())
                                .array());
        return source.ordinal();
    }

    /** The record's own timestamp. */
    static long timestampOf(Headers headers) {
        Header header = headers.lastHeader(TIMESTAMP);
        if (header == null || header.value() == null) {
            throw new IllegalStateException("every record that is read passes the extractor");
        }
        return ByteBuffer.wrap(header.value()).getLong();
    }
}
