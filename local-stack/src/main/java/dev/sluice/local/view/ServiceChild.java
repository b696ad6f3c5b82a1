package dev.sluice.local.view;

import dev.sluice.cli.Sluice;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A service of {@code sluice local} in a process of its own, as it is deployed: {@code sluice ingest}, {@code sluice send}. */
final class ServiceChild implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final ChildJvm.Builder start;
    private final String name;
    private final String management;
    private ChildJvm process;

    private ServiceChild(String name, ChildJvm.Builder start, String management) {
        this.name = name;
        this.start = start;
        this.management = management;
        this.process = start.start();
    }

    /**
     * Starts it.
     *
     * @param command its sluice command, which is its name as well
     * @param settings all of its environment
     * @param managementPort on loopback
     */
    static ServiceChild start(String command, Map<String, String> settings, int managementPort, Path logs) {
        ChildJvm.Builder start = ChildJvm.of(Sluice.class)
                .name(command)
                .logDirectory(logs)
                .args(command)
                .env(settings)
                .env("SLUICE_MANAGEMENT_BIND", "127.0.0.1")
                .env("SLUICE_MANAGEMENT_PORT", Integer.toString(managementPort));
        return new ServiceChild(command, start, "http://127.0.0.1:" + managementPort);
    }

    String name() {
        return name;
    }

    /** Base of {@code /healthy}, {@code /ready} and {@code /metrics}. */
    String management() {
        return management;
    }

    /**
     * Waits until it is ready.
     *
     * @throws StartFailure with its own last line and exit code when it ends instead
     */
    void awaitReady() {
        long giveUp = System.nanoTime() + READY_WITHIN.toNanos();
        while (!answers("/ready")) {
            OptionalInt exit = process.awaitExit(BETWEEN_LOOKS);
            if (exit.isPresent()) {
                throw ended(exit.getAsInt());
            }
            if (Thread.currentThread().isInterrupted() || System.nanoTime() > giveUp) {
                throw new StartFailure(
                        ExitCode.INTERNAL,
                        name,
                        "is not ready after " + READY_WITHIN.toSeconds() + " s; its log is " + process.logFile());
            }
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Starts it again after it has ended. */
    void restart() {
        process = start.start();
    }

    /** Its {@code /metrics} page; empty when it cannot be had. */
    String metrics() {
        try {
            return http.send(get("/metrics"), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private boolean answers(String path) {
        try {
            return http.send(get(path), HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(URI.create(management + path))
                .timeout(Duration.ofSeconds(2))
                .build();
    }

    private StartFailure ended(int exit) {
        ExitCode code = Arrays.stream(ExitCode.values())
                .filter(c -> c.code() == exit)
                .findFirst()
                .orElse(ExitCode.INTERNAL);
        String[] words = lastLine().split(": ", 3);
        return words.length == 3 && words[0].equals("sluice")
                ? new StartFailure(code, words[1], words[2])
                : new StartFailure(code, name, "ended with " + exit + "; its log is " + process.logFile());
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(process.logFile());
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Lets it drain, and kills it when that takes too long. */
    @Override
    public void close() {
        process.stop(STOP_WITHIN);
    }
}
