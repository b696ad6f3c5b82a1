package dev.sluice.system.deploy;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.sluice.cli.AllSettings;
import dev.sluice.ingest.IngestSettings;
import dev.sluice.outbound.OutboundSettings;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.Settings;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The manifests, rendered: Kubernetes knows every field, Sluice every setting, what names something names what is there, and
 * the pods keep to the restricted profile. No cluster has seen them here.
 */
class KubernetesTest {
    /** Kinds of the Prometheus Operator, of which Kubernetes' own client knows nothing. */
    private static final Set<String> FOREIGN = Set.of("ServiceMonitor", "PrometheusRule");

    /** Pods of others that policies name. */
    private static final Set<String> NEIGHBOURS =
            Set.of("k8s-app=kube-dns", "app.kubernetes.io/name=prometheus", "sluice.dev/desk-client=true");

    private static final Duration TO_GO = Duration.ofSeconds(10);

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void kubernetesKnowsEveryField(String folder) throws Exception {
        for (JsonNode object : Manifests.of(folder).objects()) {
            String kind = object.path("kind").asString();
            if (!FOREIGN.contains(kind)) {
                validate(Class.forName("io.kubernetes.client.openapi.models.V1" + kind), object);
            }
        }
    }

    private static void validate(Class<?> model, JsonNode object) throws Exception {
        JsonElement json = JsonParser.parseString(object.toString());
        try {
            model.getMethod("validateJsonElement", JsonElement.class).invoke(null, json);
        } catch (InvocationTargetException e) {
            throw new AssertionError(
                    Manifests.name(object) + ": " + e.getTargetException().getMessage(), e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void sluiceKnowsEverySetting(String folder) throws Exception {
        Manifests manifests = Manifests.of(folder);
        JsonNode config = manifests.ofKind("ConfigMap").get(0).path("data");
        Path shared = Files.writeString(
                dir.resolve("sluice.properties"),
                config.path("sluice.properties").asString());
        Path secret = Files.writeString(dir.resolve("kafka.properties"), "sluice.kafka.bootstrap.servers=kafka:9093\n");
        for (JsonNode workload : manifests.workloads()) {
            for (JsonNode container : Manifests.containers(workload)) {
                Map<String, String> environment = new HashMap<>();
                for (JsonNode variable : container.path("env")) {
                    String value = variable.path("value").asString("sluice-send-0");
                    environment.put(variable.path("name").asString(), value);
                }
                assertEquals(
                        "/etc/sluice/config/sluice.properties,/etc/sluice/kafka/kafka.properties",
                        environment.remove("SLUICE_CONFIG"));

                Settings settings =
                        Settings.load(environment, List.of(shared, secret), AllSettings.list(), AllSettings.FAMILIES);

                assertTrue(settings.toString().length() > 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void everyMountAndVolumeHasItsOther(String folder) {
        Manifests manifests = Manifests.of(folder);
        Set<String> configMaps = new HashSet<>();
        manifests
                .ofKind("ConfigMap")
                .forEach(map -> configMaps.add(map.at("/metadata/name").asString()));
        for (JsonNode workload : manifests.workloads()) {
            Set<String> volumes = Manifests.each(Manifests.pod(workload).path("volumes"), "name");
            workload.at("/spec/volumeClaimTemplates")
                    .forEach(claim -> volumes.add(claim.at("/metadata/name").asString()));
            Set<String> mounts = new HashSet<>();
            Manifests.containers(workload)
                    .forEach(container -> mounts.addAll(Manifests.each(container.path("volumeMounts"), "name")));
            assertEquals(new TreeSet<>(volumes), new TreeSet<>(mounts), Manifests.name(workload));
            for (JsonNode volume : Manifests.pod(workload).path("volumes")) {
                if (volume.has("configMap")) {
                    assertTrue(configMaps.contains(volume.at("/configMap/name").asString()), volume.toString());
                }
                if (volume.has("secret")) {
                    assertEquals(0440, volume.at("/secret/defaultMode").asInt(), volume.toString());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void everySelectorFindsPods(String folder) {
        Manifests manifests = Manifests.of(folder);
        List<Map<String, String>> pods =
                manifests.workloads().stream().map(Manifests::podLabels).toList();
        for (JsonNode service : manifests.ofKind("Service")) {
            Map<String, String> selector = Manifests.texts(service.at("/spec/selector"));
            assertEquals(
                    1,
                    pods.stream()
                            .filter(labels -> labels.entrySet().containsAll(selector.entrySet()))
                            .count(),
                    Manifests.name(service));
        }
        for (JsonNode object : manifests.objects()) {
            for (JsonNode selector : object.findValues("labelSelector")) {
                assertFinds(object, selector, pods);
            }
            for (JsonNode selector : object.findValues("podSelector")) {
                assertFinds(object, selector, pods);
            }
        }
        for (JsonNode budget : manifests.ofKind("PodDisruptionBudget")) {
            assertFinds(budget, budget.at("/spec/selector"), pods);
        }
        for (JsonNode workload : manifests.workloads()) {
            if (!workload.at("/spec/selector").isMissingNode()) {
                assertTrue(Manifests.selects(workload.at("/spec/selector"), Manifests.podLabels(workload)));
            }
        }
        for (JsonNode monitor : manifests.ofKind("ServiceMonitor")) {
            long found = manifests.ofKind("Service").stream()
                    .filter(service -> Manifests.selects(
                            monitor.at("/spec/selector"), Manifests.texts(service.at("/metadata/labels"))))
                    .count();
            assertEquals(2, found, "the Services of poller and sender, once each");
        }
    }

    private static void assertFinds(JsonNode object, JsonNode selector, List<Map<String, String>> pods) {
        boolean neighbours = Manifests.texts(selector.path("matchLabels")).entrySet().stream()
                .allMatch(label -> NEIGHBOURS.contains(label.getKey() + "=" + label.getValue()));
        assertTrue(
                neighbours || pods.stream().anyMatch(labels -> Manifests.selects(selector, labels)),
                () -> Manifests.name(object) + " selects nothing: " + selector);
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void everyPortThatIsNamedIsThere(String folder) {
        Manifests manifests = Manifests.of(folder);
        Set<String> all = new HashSet<>();
        for (JsonNode workload : manifests.workloads()) {
            for (JsonNode container : Manifests.containers(workload)) {
                Set<String> ports = Manifests.each(container.path("ports"), "name");
                all.addAll(ports);
                for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                    if (container.has(probe)) {
                        assertTrue(
                                ports.contains(container
                                        .at("/" + probe + "/httpGet/port")
                                        .asString()),
                                probe);
                    }
                }
            }
        }
        for (JsonNode service : manifests.ofKind("Service")) {
            assertTrue(all.containsAll(Manifests.each(service.at("/spec/ports"), "targetPort")), service.toString());
        }
        for (JsonNode policy : manifests.ofKind("NetworkPolicy")) {
            policy.at("/spec/ingress")
                    .forEach(rule ->
                            assertTrue(all.containsAll(Manifests.each(rule.path("ports"), "port")), policy.toString()));
        }
        for (String service : List.of("Deployment/sluice-ingest", "StatefulSet/sluice-send")) {
            JsonNode container = Manifests.containers(manifests.get(service)).get(0);
            assertAll(
                    () -> assertEquals(
                            "/healthy",
                            container.at("/startupProbe/httpGet/path").asString()),
                    () -> assertEquals(
                            "/healthy",
                            container.at("/livenessProbe/httpGet/path").asString()),
                    () -> assertEquals(
                            "/ready",
                            container.at("/readinessProbe/httpGet/path").asString()));
        }
        assertEquals(
                IngestSettings.MANAGEMENT_PORT.defaultValue(),
                managementPort(manifests.get("Deployment/sluice-ingest")));
        assertEquals(
                OutboundSettings.MANAGEMENT_PORT.defaultValue(),
                managementPort(manifests.get("StatefulSet/sluice-send")));
    }

    private static String managementPort(JsonNode workload) {
        for (JsonNode port : Manifests.containers(workload).get(0).path("ports")) {
            if (port.path("name").asString().equals("management")) {
                return port.path("containerPort").asString();
            }
        }
        return "none";
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void aStopHasTheTimeItNeeds(String folder) {
        Manifests manifests = Manifests.of(folder);

        assertGrace(manifests.get("Deployment/sluice-ingest"), IngestSettings.SHUTDOWN_TIMEOUT);
        assertGrace(manifests.get("StatefulSet/sluice-send"), OutboundSettings.SHUTDOWN_TIMEOUT);
    }

    private static void assertGrace(JsonNode workload, Setting<Duration> shutdown) {
        Duration wanted =
                shutdown.parser().parse(String.valueOf(shutdown.defaultValue())).plus(TO_GO);
        int grace =
                Manifests.pod(workload).path("terminationGracePeriodSeconds").asInt();
        assertTrue(grace >= wanted.toSeconds(), () -> Manifests.name(workload) + " has " + grace + " s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void onlyTheSenderIsAStaticMemberByItsPodsName(String folder) {
        Manifests manifests = Manifests.of(folder);

        for (JsonNode workload : manifests.workloads()) {
            List<String> fields = new ArrayList<>();
            for (JsonNode variable : Manifests.containers(workload).get(0).path("env")) {
                if (variable.path("name").asString().equals("SLUICE_INSTANCE_ID")) {
                    fields.add(variable.at("/valueFrom/fieldRef/fieldPath").asString());
                }
            }
            boolean named = workload.path("kind").asString().equals("StatefulSet");
            assertEquals(named ? List.of("metadata.name") : List.of(), fields, Manifests.name(workload));
        }
    }

    /** What the Pod Security Standards call restricted, and what Sluice can do without beside that. */
    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/minimal", "overlays/production"})
    void podsKeepToTheRestrictedProfile(String folder) {
        for (JsonNode workload : Manifests.of(folder).workloads()) {
            JsonNode pod = Manifests.pod(workload);
            String name = Manifests.name(workload);
            assertAll(
                    name,
                    () -> assertTrue(pod.at("/securityContext/runAsNonRoot").asBoolean()),
                    () -> assertTrue(pod.at("/securityContext/runAsUser").asInt() > 0),
                    () -> assertEquals(
                            "RuntimeDefault",
                            pod.at("/securityContext/seccompProfile/type").asString()),
                    () -> assertFalse(pod.path("automountServiceAccountToken").asBoolean(true)),
                    () -> assertFalse(pod.path("enableServiceLinks").asBoolean(true)),
                    () -> assertEquals("sluice", pod.path("serviceAccountName").asString()),
                    () -> assertFalse(pod.has("hostNetwork") || pod.has("hostPID") || pod.has("hostIPC")));
            for (JsonNode volume : pod.path("volumes")) {
                Set<String> kinds = new HashSet<>(volume.propertyNames());
                kinds.removeAll(Set.of("name", "configMap", "secret", "emptyDir"));
                assertEquals(Set.of(), kinds, name);
            }
            for (JsonNode container : Manifests.containers(workload)) {
                JsonNode context = container.path("securityContext");
                assertAll(
                        name,
                        () -> assertFalse(
                                context.path("allowPrivilegeEscalation").asBoolean(true)),
                        () -> assertTrue(context.path("readOnlyRootFilesystem").asBoolean()),
                        () -> assertEquals(
                                "[\"ALL\"]", context.at("/capabilities/drop").toString()),
                        () -> assertTrue(context.at("/capabilities/add").isMissingNode()),
                        () -> assertEquals(
                                "sluice:0.1.0", container.path("image").asString()),
                        () -> assertFalse(
                                container.at("/resources/requests/memory").isMissingNode()),
                        () -> assertFalse(
                                container.at("/resources/limits/memory").isMissingNode()));
            }
        }
    }
}
