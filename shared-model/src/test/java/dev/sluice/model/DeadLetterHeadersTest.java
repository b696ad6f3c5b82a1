package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class DeadLetterHeadersTest {
    private static final DeadLetterHeaders LETTER = new DeadLetterHeaders(
            "invalid_params",
            "params: chat_id: neither integer nor text",
            Optional.of(new RecordPlace("p.outbound.requests", 3, 17)),
            Optional.of(Instant.parse("2026-11-30T12:00:00.123Z")));

    @Test
    void headersSayWhatWasWritten() {
        Headers headers = new RecordHeaders();

        LETTER.addTo(headers);

        assertEquals(LETTER, DeadLetterHeaders.of(headers));
        assertEquals("p.outbound.requests", text(headers, "sluice_topic"));
        assertEquals("2026-11-30T12:00:00.123Z", text(headers, "sluice_timestamp"));
    }

    @Test
    void aSecondFailureReplacesTheFirst() {
        Headers headers = new RecordHeaders();
        new DeadLetterHeaders("misrouted", "", Optional.of(new RecordPlace("a", 0, 0)), Optional.empty())
                .addTo(headers);

        LETTER.addTo(headers);

        assertEquals(LETTER, DeadLetterHeaders.of(headers));
        assertEquals(6, headers.toArray().length);
    }

    @Test
    void whatIsMissingOrDamagedIsEmpty() {
        Headers headers = new RecordHeaders();
        headers.add("sluice_topic", new byte[] {'a'}).add("sluice_timestamp", new byte[] {'x'});

        DeadLetterHeaders read = DeadLetterHeaders.of(headers);

        assertEquals(new DeadLetterHeaders("", "", Optional.empty(), Optional.empty()), read);
    }

    @Test
    void aPlaceIsReadAsItIsWritten() {
        RecordPlace place = RecordPlace.parse("outbound.requests/3/17");

        assertEquals(new RecordPlace("outbound.requests", 3, 17), place);
        assertEquals("outbound.requests/3/17", place.text());
        for (String wrong :
                new String[] {"", "a/1", "a/1/x", "a/-1/1", "a b/1/1", "a/9999999999/1", "a/1/9999999999999999999"}) {
            assertThrows(InvalidRecordException.class, () -> RecordPlace.parse(wrong), wrong);
        }
    }

    private static String text(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
