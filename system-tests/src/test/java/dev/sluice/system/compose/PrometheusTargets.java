package dev.sluice.system.compose;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a Prometheus says of the targets that it scrapes. */
final class PrometheusTargets {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private PrometheusTargets() {}

    /** Waits until so many targets of each job are up. */
    static void awaitUp(String port, Map<String, Long> wanted) {
        await("targets " + wanted + " up").atMost(DEADLINE).ignoreExceptions().until(() -> {
            Map<String, Long> up = up(port);
            return wanted.entrySet().stream().allMatch(job -> job.getValue().equals(up.get(job.getKey())));
        });
    }

    private static Map<String, Long> up(String port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/api/v1/targets?state=active"))
                .timeout(DEADLINE)
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        Map<String, Long> up = new TreeMap<>();
        for (JsonNode target : JsonMapper.shared().readTree(answer).path("data").path("activeTargets")) {
            if (target.path("health").asString().equals("up")) {
                up.merge(target.path("labels").path("job").asString(), 1L, Long::sum);
            }
        }
        return up;
    }
}
