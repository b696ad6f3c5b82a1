package dev.sluice.runtime.lag;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Keeps the number of series bounded: a group named in a setting may read ten thousand partitions. Earlier groups go first; the
 * topics that find no room are one series each, and where even those are too many, all that are left of a group are one.
 */
final class SeriesBudget {
    private SeriesBudget() {}

    /**
     * The rows as they fit.
     *
     * @param rows those of a group and of a topic stand together
     * @param most rows, at least as many as there are groups
     */
    static List<LagRow> fit(List<LagRow> rows, int most) {
        Map<String, Map<String, List<LagRow>>> byGroup = new LinkedHashMap<>();
        for (LagRow row : rows) {
            byGroup.computeIfAbsent(row.group(), group -> new LinkedHashMap<>())
                    .computeIfAbsent(row.topic(), topic -> new ArrayList<>())
                    .add(row);
        }
        List<LagRow> fitting = new ArrayList<>();
        int groupsLater = byGroup.size();
        for (Map<String, List<LagRow>> topics : byGroup.values()) {
            groupsLater--;
            fitting.addAll(fitGroup(topics, most - fitting.size() - groupsLater));
        }
        return fitting;
    }

    private static List<LagRow> fitGroup(Map<String, List<LagRow>> topics, int most) {
        List<LagRow> fitting = new ArrayList<>();
        List<LagRow> rest = new ArrayList<>();
        int topicsLater = topics.size();
        for (List<LagRow> topic : topics.values()) {
            topicsLater--;
            int room = most - fitting.size();
            boolean more = topicsLater > 0 || !rest.isEmpty();
            if (rest.isEmpty() && topic.size() <= room - topicsLater) {
                fitting.addAll(topic);
            } else if (room > (more ? 1 : 0)) {
                fitting.add(sum(topic, topic.get(0).topic()));
            } else {
                rest.addAll(topic);
            }
        }
        if (!rest.isEmpty()) {
            fitting.add(sum(rest, LagRow.OTHER));
        }
        return fitting;
    }

    private static LagRow sum(List<LagRow> rows, String topic) {
        long lag = rows.stream().mapToLong(LagRow::lag).sum();
        boolean anyOffset = rows.stream().anyMatch(row -> row.offset().isPresent());
        long offsets = rows.stream().mapToLong(row -> row.offset().orElse(0)).sum();
        return new LagRow(
                rows.get(0).group(),
                topic,
                LagRow.OTHER,
                lag,
                anyOffset ? OptionalLong.of(offsets) : OptionalLong.empty());
    }
}
