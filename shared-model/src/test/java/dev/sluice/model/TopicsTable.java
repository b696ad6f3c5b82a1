package dev.sluice.model;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The topic catalogue as the Markdown table of {@code docs/topics.md}. */
final class TopicsTable {

    private static final String HEAD = """
            | topic | key | value | partitions | cleanup | retention | owner | largest record (bytes) | also made with |
            | --- | --- | --- | --- | --- | --- | --- | --- | --- |
            """;

    private TopicsTable() {}

    static String render() {
        return Topics.all().stream().map(TopicsTable::row).collect(Collectors.joining("", HEAD, ""));
    }

    private static String row(TopicSpec topic) {
        return String.join(
                " | ",
                "| `" + topic.name() + "`",
                topic.key(),
                topic.value(),
                topic.partitions() + (topic.fixedPartitions() ? ", fixed" : ""),
                topic.cleanup().policy(),
                topic.retention().map(Duration::toDays).map(days -> days + " d").orElse("-"),
                topic.owner(),
                Integer.toString(topic.maxMessageBytes()),
                settings(topic.extraConfig()) + " |\n");
    }

    private static String settings(Map<String, String> config) {
        return new TreeMap<>(config)
                .entrySet().stream()
                        .map(entry -> "`" + entry.getKey() + "=" + entry.getValue() + "`")
                        .collect(Collectors.joining(" "));
    }
}
