package dev.sluice.system.prometheus;

import dev.sluice.system.prometheus.RuleFile.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where things lie in the repository. */
final class Deployed {
    static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    static final Path PROMETHEUS = REPOSITORY.resolve("deploy/prometheus");
    static final Path DASHBOARDS = REPOSITORY.resolve("deploy/grafana/dashboards");
    static final Path RUNBOOK = REPOSITORY.resolve("docs/runbook.md");
    static final Path METRICS = REPOSITORY.resolve("docs/metrics.md");

    private Deployed() {}

    static List<Rule> rules() throws IOException {
        return Stream.of(RuleFile.read(PROMETHEUS.resolve("rules/recording.yml")), alerts())
                .flatMap(List::stream)
                .toList();
    }

    static List<Rule> alerts() throws IOException {
        return RuleFile.read(PROMETHEUS.resolve("rules/alerts.yml"));
    }

    static List<Path> unitTests() throws IOException {
        return files(PROMETHEUS.resolve("tests"), ".yml");
    }

    static List<Dashboard> dashboards() throws IOException {
        return files(DASHBOARDS, ".json").stream().map(Dashboard::read).toList();
    }

    private static List<Path> files(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
