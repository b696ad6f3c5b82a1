package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.IngestEvent;
import dev.sluice.model.IngestEventCodec;
import org.junit.jupiter.api.Test;

class NoticeTest {

    @Test
    void saysTheEventsOwnFields() {
        byte[] event = IngestEventCodec.encode(
                new IngestEvent.Conflict(110001, Samples.NOON, "local", "Conflict: \u001b[2J other", 3));

        assertEquals(
                "bot 110001  conflict  description=Conflict: ?[2J other count=3",
                Notice.of(event).text());
    }
}
