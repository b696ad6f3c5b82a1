package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class SourceOrderTest {

    @Test
    void resultsGoBeforeCommandsAndCommandsBeforeRequestsWhateverTheirTimes() {
        ConsumerRecord<Object, Object> late = written(2_000_000);

        List<Long> order = Stream.of(Source.RESULTS, Source.COMMANDS, Source.REQUESTS)
                .map(source -> new SourceOrder(source).extract(late, 5))
                .toList();

        assertEquals(List.of(0L, 1L, 2L), order);
    }

    @Test
    void theOwnTimeTravelsAlongAndAForgedOneDoesNot() {
        ConsumerRecord<Object, Object> read = written(1_764_489_600_123L);
        read.headers().add("sluice_ts", new byte[8]);

        new SourceOrder(Source.REQUESTS).extract(read, 0);

        assertEquals(1_764_489_600_123L, SourceOrder.timestampOf(read.headers()));
        assertEquals(1, read.headers().toArray().length);
    }

    private static ConsumerRecord<Object, Object> written(long timestampMs) {
        return new ConsumerRecord<>(
                "t",
                0,
                0,
                timestampMs,
                TimestampType.CREATE_TIME,
                0,
                0,
                "k",
                "v",
                new RecordHeaders(),
                Optional.empty());
    }
}
