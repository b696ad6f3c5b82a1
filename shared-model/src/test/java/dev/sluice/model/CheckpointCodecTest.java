package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointCodecTest {

    @Test
    void writesTheContractsForm() {
        Checkpoint checkpoint = new Checkpoint(
                8103,
                List.of(new StoredRange(8000, 8102, 1764489600, 1)),
                Instant.parse("2025-11-30T08:00:00Z"),
                "poller-1",
                7,
                1,
                List.of());

        byte[] json = CheckpointCodec.encode(checkpoint);

        assertEquals(
                "{\"next_offset\":8103,\"recent\":[[8000,8102,1764489600]],"
                        + "\"updated_at\":\"2025-11-30T08:00:00.000Z\",\"owner\":\"poller-1\",\"epoch\":7}",
                new String(json, StandardCharsets.UTF_8));
        assertEquals(checkpoint, CheckpointCodec.decode(json, 1));
    }
}
