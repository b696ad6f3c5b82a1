package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PendingUpdatesTest {

    @Test
    void readsWhatWaitsAtTheBotApiFromTheMetrics() {
        String metrics = """
                # TYPE sluice_ingest_pending_updates gauge
                sluice_ingest_pending_updates{bot_id="110001"} 4.0
                sluice_ingest_pending_updates{bot_id="110002"} 1.2E3
                sluice_ingest_pending_updates{bot_id="other"} 7.0
                sluice_ingest_bots{state="polling"} 2.0
                """;

        assertEquals(Map.of(110001L, 4, 110002L, 1200), PendingUpdates.byBot(metrics));
    }
}
