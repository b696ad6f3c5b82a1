package dev.sluice.system.prometheus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One Grafana dashboard, as its file has it. */
record Dashboard(Path file, JsonNode json) {
    private static final Pattern VALUES_OF = Pattern.compile("label_values\\((.*), *\\w+\\)|query_result\\((.*)\\)");
    private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)|\\$\\{(\\w+)[^}]*\\}");

    static Dashboard read(Path file) {
        return new Dashboard(file, JsonMapper.shared().readTree(file));
    }

    String name() {
        return file.getFileName().toString();
    }

    /** All panels, rows among them; ours are never collapsed, so none lies inside a row. */
    List<JsonNode> panels() {
        return json.path("panels").valueStream().toList();
    }

    List<JsonNode> variables() {
        return json.path("templating").path("list").valueStream().toList();
    }

    /**
     * What is asked of Prometheus.
     *
     * @param where the dashboard and its panel or variable, for a message
     * @param expression with Grafana's variables in it
     */
    record Query(String where, String expression) {

        /** As Prometheus gets it when every variable stands at "All". */
        String forAll() {
            return VARIABLE.matcher(expression).replaceAll(found -> {
                String name = found.group(1) == null ? found.group(2) : found.group(1);
                return Matcher.quoteReplacement(
                        switch (name) {
                            case "__rate_interval" -> "1m";
                            case "__range" -> "5m";
                            default -> ".*";
                        });
            });
        }

        /** The names of the variables in it that are not Grafana's own. */
        List<String> variables() {
            return VARIABLE.matcher(expression)
                    .results()
                    .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                    .filter(name -> !name.startsWith("__"))
                    .toList();
        }
    }

    List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        name() + ", " + panel.path("title").asString(),
                        target.path("expr").asString()));
            }
        }
        return queries;
    }

    /** The series whose labels fill the variables' lists. */
    List<Query> variableQueries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode variable : variables()) {
            String text = variable.path("query").path("query").asString("");
            Matcher values = VALUES_OF.matcher(text);
            if (values.matches()) {
                String series = values.group(1) == null ? values.group(2) : values.group(1);
                queries.add(new Query(name() + ", $" + variable.path("name").asString(), series));
            }
        }
        return queries;
    }
}
