package dev.sluice.ingest.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R54")
class LastServedTest {
    @Test
    void survivesTheWayThroughTheGroup() {
        Instant at = Instant.parse("2026-11-30T12:00:00.123Z");
        assertEquals(Optional.of(at), LastServed.fromMetadata(new OffsetAndMetadata(7, LastServed.toMetadata(at))));
    }

    @Test
    void nothingNotedOrForeignMetadataIsNoTime() {
        assertEquals(Optional.empty(), LastServed.fromMetadata(null));
        assertEquals(Optional.empty(), LastServed.fromMetadata(new OffsetAndMetadata(7)));
        assertEquals(Optional.empty(), LastServed.fromMetadata(new OffsetAndMetadata(7, LastServed.toMetadata(null))));
        assertEquals(Optional.empty(), LastServed.fromMetadata(new OffsetAndMetadata(7, "served=soon")));
        assertEquals(
                Optional.empty(), LastServed.fromMetadata(new OffsetAndMetadata(7, "served=99999999999999999999")));
    }
}
