package dev.sluice.system.bench.rig;

import dev.sluice.cli.Sluice;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.measure.ProcessUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One {@code sluice ingest} or {@code sluice send} process, with its management port. */
public final class SluiceProcess implements AutoCloseable {
    private static final Duration READY_DEADLINE = Duration.ofSeconds(60);
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(40);

    private final ChildJvm process;
    private final URI management;

    private SluiceProcess(ChildJvm process, URI management) {
        this.process = process;
        this.management = management;
    }

    public long pid() {
        return process.pid();
    }

    public ProcessUsage usage() {
        return ProcessUsage.of(pid());
    }

    public MetricsPage metrics() {
        return MetricsPage.read(management.resolve("/metrics"));
    }

    /** Throws, with its last words, when it has ended. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    process.name() + " has ended: " + lastWords() + "; its log is " + process.logFile());
        }
    }

    /** Whether it says so itself. */
    public boolean isReady() {
        requireAlive();
        try {
            HttpURLConnection ask =
                    (HttpURLConnection) management.resolve("/ready").toURL().openConnection();
            ask.setConnectTimeout(1000);
            ask.setReadTimeout(5000);
            return ask.getResponseCode() == 200;
        } catch (IOException e) {
            return false; // its port is not open yet
        }
    }

    /** The last line of its log, which for a failed start says why. */
    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(process.logFile());
            return lines.isEmpty() ? "without a word" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "no log";
        }
    }

    public SluiceProcess awaitReady() {
        Wait.until(process.name() + " to be ready; see " + process.logFile(), READY_DEADLINE, this::isReady);
        return this;
    }

    /** SIGKILL; returns the {@link System#nanoTime()} just before. */
    public long kill() {
        long now = System.nanoTime();
        process.killHard();
        return now;
    }

    /** SIGTERM, and waits until it has drained. */
    @Override
    public void close() {
        process.stop(STOP_DEADLINE);
    }

    /** How to start one: stock settings, but for where things are. */
    public static final class Builder {
        private final String name;
        private final String command;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final Path logs;
        private String[] jvmOptions = {};

        Builder(String name, String command, Path logs) {
            this.name = name;
            this.command = command;
            this.logs = logs;
        }

        /** A setting in its environment form. */
        public Builder set(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        /** Makes it a static member of its group. */
        public Builder instanceId(String id) {
            return set("SLUICE_INSTANCE_ID", id);
        }

        public Builder jvmOptions(List<String> options) {
            jvmOptions = options.toArray(String[]::new);
            return this;
        }

        /** Starts it; it may not be ready yet. */
        public SluiceProcess start() {
            int port = freePort();
            ChildJvm process = ChildJvm.of(Sluice.class)
                    .name(name)
                    .logDirectory(logs)
                    .env(environment)
                    .env("SLUICE_MANAGEMENT_PORT", Integer.toString(port))
                    .env("SLUICE_DESK_PORT", "0")
                    .jvmOptions(jvmOptions)
                    .args(command)
                    .start();
            return new SluiceProcess(process, URI.create("http://127.0.0.1:" + port + "/"));
        }

        private static int freePort() {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                throw new UncheckedIOException("no free port", e);
            }
        }
    }
}
