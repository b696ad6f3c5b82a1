package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class UpdateHeadersTest {

    private static final Instant RECEIVED = Instant.parse("2026-11-30T08:15:30.123456789Z");

    @Test
    void followsTheCloudEventsBinding() {
        UpdateFacts facts = UpdateFacts.ofChat("message", OptionalLong.of(-100123));

        assertEquals(
                List.of(
                        "ce_specversion=1.0",
                        "ce_id=123456:8102",
                        "ce_source=/telegram/bots/123456",
                        "ce_type=telegram.update.message",
                        "ce_time=2026-11-30T08:15:30.123Z",
                        "ce_subject=-100123",
                        "content-type=application/json",
                        "sluice_sequence=2"),
                texts(UpdateHeaders.of(123456, 8102, facts, RECEIVED, 2)));
    }

    @Test
    void namesNoSubjectWithoutAChat() {
        UpdateFacts byUser = UpdateFacts.ofUser("inline_query", OptionalLong.of(7));

        RecordHeaders headers = UpdateHeaders.of(123456, 8102, byUser, RECEIVED, 1);

        assertNull(headers.lastHeader("ce_subject"));
        assertEquals(7, headers.toArray().length);
    }

    @Test
    void saysUnknownWithoutAKind() {
        assertEquals(
                "ce_type=telegram.update.unknown",
                texts(UpdateHeaders.of(123456, 8102, UpdateFacts.NONE, RECEIVED, 1))
                        .get(3));
    }

    @Test
    void keepsTheTimeOfEachBatch() {
        for (int ms : new int[] {0, 0, 1, 999, 1000, 0}) {
            Instant received = Instant.ofEpochMilli(1_764_489_600_000L + ms);
            String time =
                    texts(UpdateHeaders.of(1, 1, UpdateFacts.NONE, received, 1)).get(4);
            assertEquals(received, Instant.parse(time.substring("ce_time=".length())));
        }
    }

    private static List<String> texts(RecordHeaders headers) {
        List<String> texts = new ArrayList<>();
        for (Header header : headers) {
            texts.add(header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8));
        }
        return texts;
    }
}
