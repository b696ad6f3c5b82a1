package dev.sluice.system.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules and dashboards read what {@code docs/metrics.md} describes, what they record themselves, and nothing else. */
class MetricNamesTest {
    /** The first cell of a row: a name, or the beginning that several share, like {@code jvm_*}. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[\\w*]+`(?:, )?)+) \\|");

    private static final Pattern NAME = Pattern.compile("`([\\w*]+)`");

    /** What Prometheus makes of each scrape and each alert by itself. */
    private static final Set<String> PROMETHEUS_OWN = Set.of("up", "ALERTS", "scrape_duration_seconds");

    @Test
    void everyMetricIsInThePage() throws IOException {
        List<Pattern> documented = ROW.matcher(Files.readString(Deployed.METRICS))
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .map(name -> Pattern.compile(name.group(1).replace("*", ".*") + "(_bucket|_count|_sum|_max)?"))
                .toList();
        Set<String> recorded =
                Deployed.rules().stream().map(RuleFile.Rule::name).collect(Collectors.toSet());

        List<String> unknown = expressions()
                .flatMap(expression -> Promql.selectors(expression).stream())
                .map(Promql.Selector::metric)
                .filter(name -> !PROMETHEUS_OWN.contains(name) && !recorded.contains(name))
                .filter(name ->
                        documented.stream().noneMatch(row -> row.matcher(name).matches()))
                .toList();

        assertEquals(new TreeSet<>(), new TreeSet<>(unknown));
    }

    private static Stream<String> expressions() throws IOException {
        return Stream.concat(
                Deployed.rules().stream().map(RuleFile.Rule::expression),
                Deployed.dashboards().stream()
                        .flatMap(board -> Stream.concat(board.queries().stream(), board.variableQueries().stream()))
                        .map(Dashboard.Query::forAll));
    }
}
