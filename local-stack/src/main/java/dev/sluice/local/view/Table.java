package dev.sluice.local.view;

import java.util.List;

/**
 * Lays cells out in columns of fixed places, so that figures change and nothing jumps. What is left of the width goes into
 * the gaps between the columns; what does not fit a column is cut with an ellipsis.
 */
final class Table {
    /** A column: its heading, its width in characters, and whether its cells stand at its right end. */
    record Column(String heading, int width, boolean right) {
        static Column left(String heading, int width) {
            return new Column(heading, width, false);
        }

        static Column right(String heading, int width) {
            return new Column(heading, width, true);
        }
    }

    private static final int WIDEST_GAP = 6;

    private final List<Column> columns;
    private final String gap;

    Table(List<Column> columns, int width) {
        this.columns = columns;
        int used = columns.stream().mapToInt(Column::width).sum();
        int gaps = Math.max(1, columns.size() - 1);
        this.gap = " ".repeat(Math.max(1, Math.min(WIDEST_GAP, (width - used) / gaps)));
    }

    String heading() {
        return row(columns.stream().map(Column::heading).toArray());
    }

    /** One line; a cell per column. */
    String row(Object... cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            String text = cut(String.valueOf(cells[i]), column.width());
            String pad = " ".repeat(column.width() - text.length());
            line.append(i == 0 ? "" : gap).append(column.right() ? pad + text : text + pad);
        }
        return line.toString().stripTrailing();
    }

    /** {@code text} in at most {@code width} characters. */
    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }
}
