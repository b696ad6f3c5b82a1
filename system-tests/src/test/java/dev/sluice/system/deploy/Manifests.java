package dev.sluice.system.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The objects of one folder of {@code deploy/kubernetes}, as {@code kubectl kustomize} gives them. */
record Manifests(List<JsonNode> objects) {
    private static final Path FOLDER = Path.of("..", "deploy", "kubernetes");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Renders; without kubectl the test is skipped and says so. */
    static Manifests of(String folder) {
        Assumptions.assumeTrue(
                hasKubectl(), "kubectl is not installed: the manifests are not rendered and not looked at");
        try {
            Process kubectl = new ProcessBuilder(
                            "kubectl", "kustomize", FOLDER.resolve(folder).toString())
                    .redirectErrorStream(true)
                    .start();
            String text = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kubectl.waitFor() != 0) {
                throw new AssertionError(folder + ": " + text);
            }
            try (MappingIterator<JsonNode> documents =
                    YAML.readerFor(JsonNode.class).readValues(text)) {
                return new Manifests(documents.readAll());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean hasKubectl() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(java.io.File.pathSeparator))
                .anyMatch(dir -> Files.isExecutable(Path.of(dir, "kubectl")));
    }

    static String name(JsonNode object) {
        return object.at("/kind").asString() + "/" + object.at("/metadata/name").asString();
    }

    List<JsonNode> ofKind(String kind) {
        return objects.stream()
                .filter(object -> object.at("/kind").asString().equals(kind))
                .toList();
    }

    Optional<JsonNode> find(String name) {
        return objects.stream().filter(object -> name(object).equals(name)).findFirst();
    }

    JsonNode get(String name) {
        return find(name).orElseThrow(() -> new AssertionError("there is no " + name));
    }

    /** Deployment, StatefulSet and Job. */
    List<JsonNode> workloads() {
        return objects.stream()
                .filter(object -> !object.at("/spec/template/spec/containers").isMissingNode())
                .toList();
    }

    static JsonNode pod(JsonNode workload) {
        return workload.at("/spec/template/spec");
    }

    static List<JsonNode> containers(JsonNode workload) {
        List<JsonNode> containers = new ArrayList<>();
        for (String kind : List.of("initContainers", "containers")) {
            pod(workload).path(kind).forEach(containers::add);
        }
        return containers;
    }

    static Map<String, String> podLabels(JsonNode workload) {
        return texts(workload.at("/spec/template/metadata/labels"));
    }

    /** The members of an object whose values are texts. */
    static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new HashMap<>();
        object.properties()
                .forEach(each -> texts.put(each.getKey(), each.getValue().asString()));
        return texts;
    }

    /** The texts of one member of each element. */
    static Set<String> each(JsonNode array, String member) {
        Set<String> values = new LinkedHashSet<>();
        array.forEach(element -> values.add(element.path(member).asString()));
        return values;
    }

    /** Whether a label selector, with the expressions that are used here, takes these labels. */
    static boolean selects(JsonNode selector, Map<String, String> labels) {
        boolean all = labels.entrySet()
                .containsAll(texts(selector.path("matchLabels")).entrySet());
        for (JsonNode expression : selector.path("matchExpressions")) {
            if (!expression.path("operator").asString().equals("In")) {
                throw new AssertionError("the test does not know " + expression);
            }
            Set<String> values = new HashSet<>();
            expression.path("values").forEach(value -> values.add(value.asString()));
            all &= values.contains(labels.getOrDefault(expression.path("key").asString(), ""));
        }
        return all;
    }
}
