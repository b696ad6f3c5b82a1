package dev.sluice.system.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures as a table, one row each, that a person reads at a glance. */
public final class Table {
    private static final List<String> HEAD = List.of("figure", "aim", "measured", "spread (n)", "verdict");
    /** What an idle machine does by itself, in cores. */
    private static final double ALONE = 0.1;

    private static final String GAP = "  ";

    private Table() {}

    /** The lines of the table, scenario by scenario, with notes and faults at the end. */
    public static List<String> lines(List<Findings> findings) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        for (Findings found : findings) {
            for (Figure figure : found.figures()) {
                rows.add(List.of(
                        figure.name(), figure.aimText(), figure.measuredText(), figure.spreadText(), figure.verdict()));
            }
        }
        int[] widths = widths(rows);
        List<String> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(line(row, widths)));
        lines.add(1, "-".repeat(lines.get(0).length()));
        for (Findings found : findings) {
            found.faults().forEach(fault -> lines.add("FAULT in " + found.scenario() + ": " + fault));
            if (found.foreignCores() > ALONE) {
                lines.add(String.format(
                        Locale.ROOT,
                        "CAREFUL with %s: other processes kept %.1f cores busy, so its figures are too bad",
                        found.scenario(),
                        found.foreignCores()));
            }
            found.figures().stream()
                    .filter(figure -> !figure.note().isEmpty())
                    .forEach(figure -> lines.add("note on " + figure.name() + ": " + figure.note()));
        }
        return lines;
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    /** Numbers to the right, words to the left. */
    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            boolean word = column == 0 || column == widths.length - 1;
            line.append(column == 0 ? "" : GAP).append(word ? cell + padding : padding + cell);
        }
        return line.toString();
    }
}
