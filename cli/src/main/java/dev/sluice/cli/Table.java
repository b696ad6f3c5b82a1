package dev.sluice.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under a head, each column as wide as its widest cell, two spaces between; nothing pads the end of a line. Pure. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... head) {
        rows.add(List.of(head));
    }

    /** Adds a row; an empty cell is shown as {@code -}. */
    public void add(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(cells.length + " cells under " + rows.get(0));
        }
        rows.add(Arrays.stream(cells)
                .map(cell -> cell.isEmpty() ? "-" : Plain.text(cell))
                .toList());
    }

    public boolean isEmpty() {
        return rows.size() == 1;
    }

    public List<String> lines() {
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> width(row.get(column)))
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - width(row.get(i))))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
