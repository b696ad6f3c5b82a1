package dev.sluice.system.prometheus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.prometheus.Dashboard.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code promtool} says of our files; skipped where there is none. */
class PromtoolTest {
    @Test
    void theConfigurationAndItsRulesAreValid() throws Exception {
        promtool(List.of(
                "check", "config", Deployed.PROMETHEUS.resolve("prometheus.yml").toString()));
        promtool(List.of("check", "rules", "--lint=all", "--lint-fatal", rules("recording.yml"), rules("alerts.yml")));
    }

    /** Each alert fires, does not, and resolves; {@link AlertsTest} checks that there are such tests for all of them. */
    @Test
    void theUnitTestsOfTheRulesPass() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("test", "rules"));
        Deployed.unitTests().forEach(file -> arguments.add(file.toString()));

        promtool(arguments);
    }

    @Test
    void everyExpressionOfADashboardIsOne(@TempDir Path dir) throws Exception {
        StringBuilder file = new StringBuilder("groups:\n  - name: dashboards\n    rules:\n");
        int number = 0;
        for (Dashboard dashboard : Deployed.dashboards()) {
            for (Query query : Stream.concat(dashboard.queries().stream(), dashboard.variableQueries().stream())
                    .toList()) {
                file.append("      - record: \"panel:")
                        .append(++number)
                        .append("\"\n        expr: '")
                        .append(query.forAll().replace("'", "''"))
                        .append("'\n        labels: {panel: '")
                        .append(query.where().replace("'", "''"))
                        .append("'}\n");
            }
        }
        Path rules = Files.writeString(dir.resolve("dashboards.yml"), file);

        promtool(List.of("check", "rules", rules.toString()));
    }

    private static String rules(String name) {
        return Deployed.PROMETHEUS.resolve("rules").resolve(name).toString();
    }

    private static void promtool(List<String> arguments) throws IOException, InterruptedException {
        Binary.Ran ran = Binary.run(Binary.require("promtool"), arguments);

        assertTrue(ran.passed(), ran.output());
    }
}
