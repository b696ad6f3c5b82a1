package dev.sluice.system.harness;

import dev.sluice.local.broker.Ports;
import dev.sluice.local.process.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One {@code sluice ingest}, as an operator starts it: settings in the environment, no hook of any kind. Thread-safe. */
public final class PollerProcess implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final ChildJvm child;
    private final int managementPort;

    private PollerProcess(ChildJvm child, int managementPort) {
        this.child = child;
        this.managementPort = managementPort;
    }

    /** The process, to kill, freeze or stop. */
    public ChildJvm process() {
        return child;
    }

    /** What {@code /metrics} says; empty when it does not answer. */
    public Optional<String> metrics() {
        return get("/metrics").filter(r -> r.statusCode() == 200).map(HttpResponse::body);
    }

    /** Whether {@code /ready} says so. */
    public boolean isReady() {
        return get("/ready").filter(r -> r.statusCode() == 200).isPresent();
    }

    @Override
    public void close() {
        child.close();
    }

    private Optional<HttpResponse<String>> get(String path) {
        URI uri = URI.create("http://127.0.0.1:" + managementPort + path);
        try {
            return Optional.of(HTTP.send(
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build(),
                    HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** How to start one. Settings that are set twice: the last wins. */
    public static final class Builder {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final Path logDirectory;
        private final String name;
        private String heap = "256m";

        Builder(String name, Path logDirectory) {
            this.name = name;
            this.logDirectory = logDirectory;
        }

        /** A setting by its property name, like {@code sluice.ingest.limit}. */
        public Builder with(String property, String value) {
            settings.put(property, value);
            return this;
        }

        /** Makes it a static member: a restart takes its shards up again without waiting for the session to expire. */
        public Builder staticMember() {
            return with("sluice.instance-id", name);
        }

        public Builder heap(String size) {
            heap = size;
            return this;
        }

        /** Starts the process; see {@link PollerProcess#isReady()}. */
        public PollerProcess start() {
            int port = Ports.free(1).get(0);
            ChildJvm.Builder child = ChildJvm.of("dev.sluice.cli.Sluice")
                    .name(name)
                    .logDirectory(logDirectory)
                    .jvmOptions("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                    .args("ingest")
                    .env("SLUICE_MANAGEMENT_BIND", "127.0.0.1")
                    .env("SLUICE_MANAGEMENT_PORT", Integer.toString(port));
            settings.forEach((property, value) -> child.env(environmentName(property), value));
            return new PollerProcess(child.start(), port);
        }

        private static String environmentName(String property) {
            return property.replace('.', '_').replace('-', '_').toUpperCase(java.util.Locale.ROOT);
        }
    }
}
