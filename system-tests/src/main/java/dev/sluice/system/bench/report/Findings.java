package dev.sluice.system.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one scenario found: figures, raw material for them, and faults that make its figures worthless. Not thread-safe. */
public final class Findings {
    private final String scenario;
    private final List<Figure> figures = new ArrayList<>();
    private final Map<String, Object> raw = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private double foreignCores;

    public Findings(String scenario) {
        this.scenario = scenario;
    }

    public void add(Figure figure) {
        figures.add(figure);
    }

    /** Keeps something for the JSON: numbers, texts, lists and maps of them, records. */
    public void raw(String name, Object value) {
        raw.put(name, value);
    }

    /** Says that what was measured is not what it claims to be, like an update that was confirmed and is not stored. */
    public void fault(String problem) {
        faults.add(problem);
    }

    /** Notes how many cores others kept busy meanwhile: figures of a machine that is not alone are too bad. */
    public void foreignCores(double cores) {
        foreignCores = cores;
    }

    public double foreignCores() {
        return foreignCores;
    }

    public String scenario() {
        return scenario;
    }

    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    public Map<String, Object> raw() {
        return new LinkedHashMap<>(raw);
    }

    public List<String> faults() {
        return List.copyOf(faults);
    }
}
