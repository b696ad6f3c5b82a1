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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One service, as an operator starts it: settings in the environment, no hook of any kind. Thread-safe. */
public class ServiceProcess implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final ChildJvm child;
    private final int managementPort;

    ServiceProcess(Started started) {
        child = started.child();
        managementPort = started.managementPort();
    }

    /** What a builder has started. */
    record Started(ChildJvm child, int managementPort) {}

    /** The process, to kill, freeze or stop. */
    public ChildJvm process() {
        return child;
    }

    /** Where the management port answers, as {@code host:port}. */
    public String managementAddress() {
        return "127.0.0.1:" + managementPort;
    }

    /** What {@code /metrics} says; empty when it does not answer. */
    public Optional<String> metrics() {
        return get("/metrics").filter(r -> r.statusCode() == 200).map(HttpResponse::body);
    }

    /** The sum of all samples whose line begins so; empty when it does not answer. */
    public Optional<Double> metric(String prefix) {
        return metrics()
                .map(page -> page.lines()
                        .filter(line -> line.startsWith(prefix))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum());
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
        URI uri = URI.create("http://" + managementAddress() + path);
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

    /**
     * How to start one. Settings that are set twice: the last wins. May be used for another start.
     *
     * @param <P> what is started
     * @param <B> the builder itself
     */
    public abstract static class Builder<P extends ServiceProcess, B extends Builder<P, B>> {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final Path logDirectory;
        private final String name;
        private final String command;
        private String heap = "256m";

        Builder(String command, String name, Path logDirectory) {
            this.command = command;
            this.name = name;
            this.logDirectory = logDirectory;
        }

        /** A setting by its property name, like {@code sluice.ingest.limit}. */
        public B with(String property, String value) {
            settings.put(property, value);
            return self();
        }

        /** A variable of the environment that is no setting. */
        public B env(String variable, String value) {
            environment.put(variable, value);
            return self();
        }

        /** Makes it a static member: a restart takes up its partitions without waiting for the session to expire. */
        public B staticMember() {
            return with("sluice.instance-id", name);
        }

        public B heap(String size) {
            heap = size;
            return self();
        }

        /** Starts the process; see {@link ServiceProcess#isReady()}. */
        public P start() {
            int port = Ports.free(1).get(0);
            ChildJvm.Builder child = ChildJvm.of("dev.sluice.cli.Sluice")
                    .name(name)
                    .logDirectory(logDirectory)
                    .jvmOptions("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                    .args(command)
                    .env("SLUICE_MANAGEMENT_BIND", "127.0.0.1")
                    .env("SLUICE_MANAGEMENT_PORT", Integer.toString(port))
                    .env("SLUICE_DESK_PORT", "0")
                    .env(environment);
            settings.forEach((property, value) -> child.env(environmentName(property), value));
            return started(new Started(child.start(), port));
        }

        abstract P started(Started started);

        abstract B self();

        private static String environmentName(String property) {
            return property.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
        }
    }
}
