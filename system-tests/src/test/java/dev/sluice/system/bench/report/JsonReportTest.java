package dev.sluice.system.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.bench.measure.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {

    @Test
    void everySampleAndTheRawMaterialAreKept(@TempDir Path dir) throws Exception {
        // Given
        Findings found = new Findings("burst");
        found.add(Figure.median("speed", "/s", 0, Aim.atLeast(10), Samples.of(9, 11, 8)));
        found.add(Figure.single("plain", "", 0, null, 1));
        found.raw("rounds", List.of(Map.of("seconds", 0.5)));
        Path file = dir.resolve("bench.json");

        // When
        JsonReport.write(file, Map.of("cores", 2), List.of(found));

        // Then
        JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(file));
        JsonNode scenario = json.path("scenarios").path(0);
        JsonNode figure = scenario.path("figures").path(0);
        assertEquals(2, json.path("cores").asInt());
        assertEquals("burst", scenario.path("scenario").asString());
        assertEquals(9, figure.path("measured").asDouble());
        assertEquals(10, figure.path("aim_at_least").asDouble());
        assertFalse(figure.path("met").asBoolean());
        assertEquals(3, figure.path("samples").size());
        assertTrue(scenario.path("figures").path(1).path("met").isMissingNode());
        assertEquals(
                0.5, scenario.path("raw").path("rounds").path(0).path("seconds").asDouble());
    }
}
