package dev.sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsAdviceTest {

    @Test
    void everyAlertThatAMetricNamesHasItsEntryInTheRunbook() throws IOException {
        Set<String> entries = Files.readAllLines(Path.of("..", "docs", "runbook.md")).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").strip())
                .collect(Collectors.toSet());

        List<String> missing = MetricsAdvice.alerts().stream()
                .filter(alert -> !entries.contains(alert))
                .toList();

        assertEquals(List.of(), missing);
    }
}
