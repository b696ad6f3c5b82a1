package dev.sluice.system.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * {@code docker-compose.yml} under a project name and on ports of its own, so that it may run beside another. Its data is gone
 * when it is closed; its logs are in {@code target/compose}.
 */
final class ComposeStack implements AutoCloseable {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path LOGS = Path.of("target", "compose").toAbsolutePath();
    private static final String PROJECT = "sluice-rolling-check";
    private static final List<String> PORTS =
            List.of("KAFKA_PORT", "API_PORT", "API_CONTROL_PORT", "PROMETHEUS_PORT", "DESK_PORT", "GRAFANA_PORT");

    /** {@code -Dsluice.compose="docker compose"} for the newer one. */
    private static final List<String> COMPOSE =
            List.of(System.getProperty("sluice.compose", "docker-compose").split(" ", -1));

    /** An image build is among the commands. */
    private static final int DEADLINE_SECONDS = 300;

    private final Map<String, String> ports = new TreeMap<>();

    ComposeStack() throws IOException {
        Files.createDirectories(LOGS);
        List<ServerSocket> taken = new ArrayList<>();
        for (String name : PORTS) { // all at once, else the same one could come twice
            taken.add(new ServerSocket(0));
            ports.put(name, Integer.toString(taken.get(taken.size() - 1).getLocalPort()));
        }
        for (ServerSocket socket : taken) {
            socket.close();
        }
    }

    String port(String name) {
        return ports.getOrDefault(name, "");
    }

    /** Builds the images of these services and starts them with what they depend on. */
    void up(String... services) throws Exception {
        compose("build", "--quiet");
        compose(and(List.of("up", "-d"), services));
    }

    /** Makes so many containers of each service, and leaves those alone that run. */
    void scale(int count, String... services) throws Exception {
        List<String> words = new ArrayList<>(List.of("up", "-d", "--no-deps", "--no-recreate"));
        for (String service : services) {
            words.add("--scale");
            words.add(service + "=" + count);
        }
        compose(and(words, services));
    }

    /** The containers of a service that run, the oldest first. */
    List<String> containers(String service) throws Exception {
        List<String> ids = new ArrayList<>(docker(
                        "ps",
                        "--quiet",
                        "--no-trunc",
                        "--filter",
                        "label=com.docker.compose.project=" + PROJECT,
                        "--filter",
                        "label=com.docker.compose.service=" + service)
                .lines()
                .toList());
        Collections.reverse(ids);
        return ids;
    }

    /** SIGTERM, and time to drain; returns the exit code. The container is gone then. */
    int retire(String container, int graceSeconds) throws Exception {
        docker("stop", "-t", Integer.toString(graceSeconds), container);
        int code = exitCode(container);
        docker("rm", "--volumes", container);
        return code;
    }

    /** As a person stops all of it; returns the exit codes of these services' containers. */
    List<Integer> stop(String... services) throws Exception {
        List<String> stopped = new ArrayList<>();
        for (String service : services) {
            stopped.addAll(containers(service));
        }
        compose("stop");
        List<Integer> codes = new ArrayList<>();
        for (String container : stopped) {
            codes.add(exitCode(container));
        }
        return codes;
    }

    private int exitCode(String container) throws Exception {
        return Integer.parseInt(
                docker("inspect", "--format", "{{.State.ExitCode}}", container).strip());
    }

    private String compose(String... words) throws Exception {
        return run(and(COMPOSE, and(List.of("--project-name", PROJECT), words)));
    }

    private String docker(String... words) throws Exception {
        return run(and(List.of("docker"), words));
    }

    private String run(String... command) throws Exception {
        Path out = Files.createTempFile(LOGS, "out-", ".txt");
        Path err = Files.createTempFile(LOGS, "err-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(REPOSITORY.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(ports);
        Process process = builder.start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            throw new AssertionError(String.join(" ", command) + " has not ended");
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        String complained = Files.readString(err, StandardCharsets.UTF_8);
        Files.delete(out);
        Files.delete(err);
        assertEquals(0, process.exitValue(), () -> String.join(" ", command) + "\n" + said + complained);
        return said;
    }

    private static String[] and(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Override
    public void close() throws Exception {
        Files.writeString(LOGS.resolve("stack.log"), compose("logs", "--no-color"));
        compose("down", "--volumes", "--remove-orphans");
    }
}
