package dev.sluice.system.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A run as JSON: the figures with all their samples, the raw material, the machine and the settings. */
public final class JsonReport {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonReport() {}

    /**
     * Writes it, in place of what the file held.
     *
     * @param facts what does not belong to one scenario: time, commit, machine, settings
     */
    public static void write(Path file, Map<String, Object> facts, List<Findings> findings) {
        Map<String, Object> report = new LinkedHashMap<>(facts);
        report.put("scenarios", findings.stream().map(JsonReport::scenario).toList());
        try {
            Files.write(file, JSON.writeValueAsBytes(report));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static Map<String, Object> scenario(Findings found) {
        Map<String, Object> scenario = new LinkedHashMap<>();
        scenario.put("scenario", found.scenario());
        List<Map<String, Object>> figures = new ArrayList<>();
        found.figures().forEach(figure -> figures.add(figure(figure)));
        scenario.put("figures", figures);
        scenario.put("cores_busy_with_others", found.foreignCores());
        scenario.put("faults", found.faults());
        scenario.put("raw", found.raw());
        return scenario;
    }

    private static Map<String, Object> figure(Figure figure) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", figure.name());
        json.put("measured", figure.value());
        json.put("unit", figure.unit());
        Aim aim = figure.aim();
        if (aim != null) {
            json.put(aim.direction() == Aim.Direction.AT_LEAST ? "aim_at_least" : "aim_at_most", aim.value());
            json.put("met", aim.isMetBy(figure.value()));
        }
        json.put("samples", figure.samples().values());
        if (!figure.note().isEmpty()) {
            json.put("note", figure.note());
        }
        return json;
    }
}
