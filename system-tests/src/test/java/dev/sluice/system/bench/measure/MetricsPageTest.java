package dev.sluice.system.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MetricsPageTest {

    @Test
    void seriesOfOneNameAreSummedAndOthersThatBeginAlikeAreNot() {
        // Given
        String page = """
                # HELP sluice_ingest_updates_total updates stored
                # TYPE sluice_ingest_updates_total counter
                sluice_ingest_updates_total{bot_id="1"} 100.0
                sluice_ingest_updates_total{bot_id="2"} 2.5E3
                sluice_ingest_updates_total_other 7.0
                sluice_ingest_shards_owned 8.0
                """;

        // When
        MetricsPage metrics = MetricsPage.parse(page);

        // Then
        assertEquals(2600, metrics.sum("sluice_ingest_updates_total"));
        assertEquals(8, metrics.sum("sluice_ingest_shards_owned"));
        assertEquals(0, metrics.sum("sluice_ingest"));
    }
}
