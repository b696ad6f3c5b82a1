package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalInt;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class ShardMarkerTest {

    private static final Instant AT = Instant.parse("2025-11-30T08:00:00Z");

    @Test
    void remembersTheShardCount() {
        ProducerRecord<byte[], byte[]> marker = ShardMarker.record("t.telegram.checkpoints", 8, AT, "sluice topics");

        assertEquals("t.telegram.checkpoints", marker.topic());
        assertEquals(0, marker.partition());
        assertEquals("0", new String(marker.key(), StandardCharsets.UTF_8));
        assertTrue(ShardMarker.isMarker(marker.key()));
        assertEquals(OptionalInt.of(8), ShardMarker.shards(marker.headers()));
    }

    @Test
    void isAValidCheckpointOfNothing() {
        ProducerRecord<byte[], byte[]> marker = ShardMarker.record("t", 8, AT, "sluice topics");

        Checkpoint checkpoint = CheckpointCodec.decode(marker.value(), marker.headers());

        assertEquals(0, checkpoint.nextOffset());
        assertEquals(0, checkpoint.epoch());
        assertEquals("sluice topics", checkpoint.owner());
    }

    @Test
    void takesNoBotForTheMarker() {
        assertFalse(ShardMarker.isMarker("110001".getBytes(StandardCharsets.UTF_8)));
        assertEquals(OptionalInt.empty(), ShardMarker.shards(new RecordHeaders()));
    }

    @Test
    void refusesACountThatIsNone() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("sluice_shards", "eight".getBytes(StandardCharsets.UTF_8));

        assertThrows(InvalidRecordException.class, () -> ShardMarker.shards(headers));
        assertThrows(IllegalArgumentException.class, () -> ShardMarker.record("t", 0, AT, "p"));
    }
}
