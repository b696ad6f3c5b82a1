package dev.sluice.system.prometheus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.prometheus.Dashboard.Query;
import dev.sluice.system.prometheus.RuleFile.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a running Sluice, and finds what rules and dashboards ask for.
 *
 * <p>How it decides. A panel has to show at least one series, as it stands when every variable says "All". A recording rule has to
 * have recorded one. An alert that has nothing to say gives none, so it is not its expression that is asked: each selector in it has
 * to match series, with its label matchers. That holds for those behind {@code unless} and in {@code absent()} too: one that
 * never matches would make the alert ring for ever. Nothing is left out.
 */
@Tag("prometheus")
class ScrapeTest {
    /** From a scrape to a rate of what a rule has recorded takes a few evaluations. */
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    static Path dir;

    private static TroubledStack stack;
    private static PrometheusServer prometheus;

    @BeforeAll
    static void start() throws IOException {
        Path binary = Binary.require("prometheus");
        stack = new TroubledStack(dir);
        prometheus = PrometheusServer.start(binary, dir.resolve("prometheus"), stack.targets());
        stack.happen();
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable each : new AutoCloseable[] {prometheus, stack}) {
            if (each != null) {
                close(each);
            }
        }
    }

    @Test
    void theJobsAreNamedAsInTheConfigurationThatIsDeployed() throws IOException {
        Set<String> jobs = Pattern.compile("job_name: (\\S+)")
                .matcher(Files.readString(Deployed.PROMETHEUS.resolve("prometheus.yml")))
                .results()
                .map(job -> job.group(1))
                .collect(Collectors.toSet());

        assertTrue(jobs.containsAll(stack.targets().keySet()), jobs.toString());
    }

    @Test
    void itHasAllRulesAndCanEvaluateThem() throws IOException {
        TreeSet<String> ours =
                new TreeSet<>(Deployed.rules().stream().map(Rule::name).toList());
        await().atMost(SOON)
                .until(() -> prometheus.rules().stream()
                        .noneMatch(rule -> rule.path("health").asString().equals("unknown")));

        List<String> ill = prometheus.rules().stream()
                .filter(rule -> !rule.path("health").asString().equals("ok"))
                .map(rule -> rule.path("name").asString() + ": "
                        + rule.path("lastError").asString(""))
                .toList();
        TreeSet<String> loaded = new TreeSet<>(prometheus.rules().stream()
                .map(rule -> rule.path("name").asString())
                .toList());

        assertEquals(List.of(), ill);
        assertEquals(ours, loaded);
    }

    @Test
    void everySelectorOfARuleMatchesSeries() throws IOException {
        List<String> selectors = new ArrayList<>();
        for (Rule rule : Deployed.rules()) {
            Promql.selectors(rule.expression()).forEach(selector -> selectors.add(selector.text()));
        }

        assertEquals(List.of(), failing(new TreeSet<>(selectors), prometheus::hasSeries));
        assertFalse(prometheus.hasSeries("sluice_that_nobody_has"), "or this test finds everything");
    }

    @Test
    void everyRecordingRuleHasRecorded() throws IOException {
        List<String> names = Deployed.rules().stream()
                .filter(rule -> !rule.alert())
                .map(Rule::name)
                .toList();

        assertEquals(List.of(), failing(names, prometheus::hasSeries));
    }

    @Test
    void everyPanelShowsSomething() throws IOException {
        List<Query> queries = Deployed.dashboards().stream()
                .flatMap(board -> board.queries().stream())
                .toList();

        assertEquals(
                List.of(),
                failing(queries, query -> !prometheus.query(query.forAll()).isEmpty()));
    }

    @Test
    void everyVariableHasSeriesToListValuesOf() throws IOException {
        List<String> selectors = Deployed.dashboards().stream()
                .flatMap(board -> board.variableQueries().stream())
                .flatMap(query -> Promql.selectors(query.forAll()).stream())
                .map(Promql.Selector::text)
                .toList();

        assertEquals(List.of(), failing(new TreeSet<>(selectors), prometheus::hasSeries));
    }

    /** Those for which there is no waiting by definition. */
    @Test
    void whatHasHappenedRings() {
        List<String> alerts = List.of(
                "ALERTS{alertname=\"SluiceDeadLetters\", reason=\"not_json\", alertstate=\"firing\"}",
                "ALERTS{alertname=\"SluiceRequestsExpired\", alertstate=\"firing\"}",
                "ALERTS{alertname=\"SluiceReviewsOpen\", alertstate=\"pending\"}",
                "ALERTS{alertname=\"SluiceLongCooldown\"}");

        assertEquals(
                List.of(), failing(alerts, alert -> !prometheus.query(alert).isEmpty()));
    }

    /** Those that do not come true in time, all of them. */
    private static <T> List<T> failing(Collection<T> all, Predicate<T> isTrue) {
        List<T> left = new ArrayList<>(all);
        try {
            await().atMost(SOON).pollInterval(Duration.ofSeconds(1)).until(() -> {
                left.removeIf(isTrue);
                return left.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            return left;
        }
        return left;
    }

    private static void close(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
