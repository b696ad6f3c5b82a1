package dev.sluice.ingest.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.sluice.model.Names;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class QuarantineRecordsTest {
    private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final QuarantineRecords quarantine =
            new QuarantineRecords(new Names("p."), 42, OptionalInt.of(8100), records);

    @Test
    void aRejectedElementIsKeptAsItIs() {
        byte[] element = "{\"update_id\":8102.0}".getBytes(StandardCharsets.UTF_8);

        quarantine.addRejected("update_id_not_integer", element);

        ProducerRecord<byte[], byte[]> record = records.get(0);
        assertEquals(1, records.size());
        assertEquals("p.telegram.quarantine", record.topic());
        assertEquals("42:" + QuarantineRecords.sha256(element), new String(record.key(), StandardCharsets.UTF_8));
        assertArrayEquals(element, record.value());
        assertEquals("update_id_not_integer", header(record, "sluice_reason"));
        assertEquals("8100", header(record, "sluice_offset"));
    }

    @Test
    void whatIsTooLargeIsKeptAsAReferenceAndParts() throws Exception {
        byte[] update = new byte[QuarantineRecords.PART_BYTES * 2 + 1];
        new Random(7).nextBytes(update);

        quarantine.addTooLarge(8101, update, 3);

        assertEquals(4, records.size());
        assertEquals(
                "{\"update_id\":8101,\"size\":1048577,\"sha256\":\"%s\",\"parts\":3}"
                        .formatted(QuarantineRecords.sha256(update)),
                new String(records.get(0).value(), StandardCharsets.UTF_8));
        assertNull(records.get(0).headers().lastHeader("sluice_part"));
        assertEquals("3", header(records.get(0), "sluice_sequence"));
        ByteArrayOutputStream together = new ByteArrayOutputStream();
        for (int part = 1; part <= 3; part++) {
            assertEquals(part + "/3", header(records.get(part), "sluice_part"));
            assertArrayEquals(records.get(0).key(), records.get(part).key());
            together.write(records.get(part).value());
        }
        assertArrayEquals(update, together.toByteArray());
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return new String(header.value(), StandardCharsets.UTF_8);
    }
}
