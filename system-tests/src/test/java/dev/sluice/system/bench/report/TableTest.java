package dev.sluice.system.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.system.bench.measure.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void oneRowPerFigureWithAimSpreadAndVerdict() {
        // Given
        Findings found = new Findings("hot");
        found.add(Figure.median("ratio", "", 2, Aim.atLeast(0.9), Samples.of(0.95, 0.91, 0.93)));
        found.add(Figure.median("CPU", "s", 2, Aim.atMost(0.45), Samples.of(0.5, 0.6)));
        found.add(Figure.single("delay", "ms", 1, null, 1234.56).withNote("of one"));
        found.fault("something is missing");
        found.foreignCores(0.55);

        // When
        List<String> lines = Table.lines(List.of(found));

        // Then
        assertEquals(
                List.of(
                        "figure       aim    measured        spread (n)  verdict",
                        "-------------------------------------------------------",
                        "ratio     ≥ 0.90        0.93  0.91 to 0.95 (3)  met    ",
                        "CPU     ≤ 0.45 s      0.55 s  0.50 to 0.60 (2)  not met",
                        "delay             1,234.6 ms                           ",
                        "FAULT in hot: something is missing",
                        "CAREFUL with hot: other processes kept 0.6 cores busy, so its figures are too bad",
                        "note on delay: of one"),
                lines);
    }

    @Test
    void theAimItselfIsGoodEnough() {
        assertEquals(
                Optional.of(true),
                Figure.single("a", "", 2, Aim.atLeast(0.9), 0.9).isMet());
        assertEquals(
                Optional.of(true),
                Figure.single("a", "", 2, Aim.atMost(0.9), 0.9).isMet());
        assertEquals(
                Optional.of(false),
                Figure.single("a", "", 2, Aim.atLeast(0.9), 0.8999).isMet());
        assertEquals(Optional.empty(), Figure.single("a", "", 2, null, 0.9).isMet());
    }
}
