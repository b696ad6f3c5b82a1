package dev.sluice.system.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The operator's PrometheusRule holds the rules of {@code deploy/prometheus}. Kustomize cannot make the one of the others, and a
 * second copy written by hand would go its own way. {@code -Dsluice.docs.write=true} writes it anew.
 */
class PrometheusRuleTest {
    private static final Path RULES = Path.of("..", "deploy", "prometheus", "rules");
    private static final Path MADE =
            Path.of("..", "deploy", "kubernetes", "components", "monitoring", "prometheusrule.yaml");

    private static final String HEAD = """
            # Made from deploy/prometheus/rules, where comments say why; the build fails when it is stale.
            apiVersion: monitoring.coreos.com/v1
            kind: PrometheusRule
            metadata:
              name: sluice
              labels:
                app.kubernetes.io/name: sluice
                app.kubernetes.io/part-of: sluice
            spec:
              groups:
            """;

    @Test
    void itHoldsTheRules() throws IOException {
        StringBuilder made = new StringBuilder(HEAD);
        try (Stream<Path> files = Files.list(RULES)) {
            for (Path file : files.sorted().toList()) {
                groups(Files.readAllLines(file))
                        .forEach(line ->
                                made.append(line.isBlank() ? "" : "  " + line).append('\n'));
            }
        }
        String wanted = made.toString().stripTrailing() + "\n";
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.writeString(MADE, wanted);
        }

        assertEquals(wanted, Files.exists(MADE) ? Files.readString(MADE) : "", () -> MADE + " is stale");
    }

    /** What stands under {@code groups:}. */
    private static List<String> groups(List<String> lines) {
        int head = lines.indexOf("groups:");
        if (head < 0) {
            throw new IllegalStateException("no line that is just groups:");
        }
        return lines.subList(head + 1, lines.size());
    }
}
